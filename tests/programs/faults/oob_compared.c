//@ cflags: -fno-builtin
//@ check --stub which=0: out-of-bounds line=@memcmp message="all must be there, also those after the first that differs"
//@ check --stub which=1: out-of-bounds line=@bcmp
//@ check --stub which=2: out-of-bounds line=@memmem
//@ check --stub which=3: out-of-bounds line=@second
//@ check --stub which=4: safe
// C11 7.24.4.1p2: both objects have as many characters as are compared, even if the first two differ. What they are after that is not
// looked at.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int which(void);

struct padded { char a; long b; };

int main(void) {
    char text[2] = "a";
    struct padded x, y;
    switch (which()) {
    case 0:
        return memcmp(text, "zzzzzzzz", 8) > 0; /*@memcmp*/
    case 1:
        return bcmp(text, "zzzzzzzz", 8) == 0; /*@bcmp*/
    case 2:
        return memmem(text, 8, "a", 1) == NULL; /*@memmem*/
    case 3:
        return memcmp("zzzzzzzz", text + 1, 2) < 0; /*@second*/
    default:
        x.a = 1, y.a = 2;
        assert(memcmp(&x, &y, sizeof x) < 0);
        assert(memcmp(text, "b", 2) < 0 && memcmp(text, "zzz", 1) < 0 && memcmp(text + 2, "z", 0) == 0);
        assert(strncmp(text, "zzzzzzzz", 8) < 0);
    }
    return 0;
}
