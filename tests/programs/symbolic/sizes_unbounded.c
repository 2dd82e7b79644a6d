//@ check --symbolic: assertion line=@small
// Of a size that may be anything, the largest are those of no object: `malloc` fails. So the least come first.
#include <assert.h>
#include <stdlib.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong();
    char *p = malloc(n);
    if (!p) return 0;
    assert(n != 3); /*@small*/
    free(p);
    return 0;
}
