//@ check --stub which=0: out-of-bounds line=@down message="overlap"
//@ check --stub which=1: out-of-bounds line=@cat
//@ check --stub which=2: safe
// C11 7.24.2.3p2: the behaviour is undefined if strcpy copies between objects that overlap.
#include <string.h>

int which(void);

int main(void) {
    char text[32] = "abcdefgh";
    switch (which()) {
    case 0:
        strcpy(text, text + 1); /*@down*/
        break;
    case 1:
        text[3] = 0;
        strcat(text, text + 2); /*@cat*/
        break;
    default:
        // Next to each other is not one upon the other.
        strcpy(text + 9, text);
        return strcmp(text, text + 9);
    }
    return 0;
}
