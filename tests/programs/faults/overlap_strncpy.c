//@ check --stub which=0: out-of-bounds line=@strncpy message="overlap"
//@ check --stub which=1: out-of-bounds line=@padded message="overlap"
//@ check --stub which=2: out-of-bounds line=@stpncpy message="overlap"
//@ check --stub which=3: out-of-bounds line=@strncat message="overlap"
//@ check --stub which=4: out-of-bounds line=@memccpy message="overlap"
//@ check --stub which=5: safe
// C11 7.24.2.4p2, 7.24.3.2p2, POSIX memccpy: copies between objects that overlap.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int which(void);

int main(void) {
    char text[32] = "abcdefgh";
    switch (which()) {
    case 0:
        strncpy(text + 1, text, 5); /*@strncpy*/
        break;
    case 1:
        // The zeros that fill it up are written, too.
        strncpy(text + 12, text + 20, 10); /*@padded*/
        break;
    case 2:
        stpncpy(text, text + 2, 4); /*@stpncpy*/
        break;
    case 3:
        strncat(text, text + 1, 2); /*@strncat*/
        break;
    case 4:
        memccpy(text + 2, text, 'c', 8); /*@memccpy*/
        break;
    default:
        strncpy(text + 8, text, 8);
        memcpy(text + 16, "xyz", 4);
        strncat(text + 16, text, 3);
        assert(memccpy(text + 4, text, 'c', 8) == text + 7);
        strncpy(text + 4, text, 0);
        return strcmp(text, "abcdabchabcdefghxyzabc");
    }
    return 0;
}
