//@ check --symbolic: out-of-bounds line=@found message="has 8 bytes"
// A copy of -1 bytes goes beyond both arrays; it is not that they overlap.
#include <string.h>

extern int __VERIFIER_nondet_int(void);
static char from[8], to[8];

int main(void) {
    int length = __VERIFIER_nondet_int();
    if (length > 8)
        return 0;
    memcpy(to, from, length); /*@found*/
    return 0;
}
