//@ check --symbolic: assertion line=@largest
//@ check --symbolic --explorer graph --max-executions 1: assertion line=@largest
//@ cflags: -DKIND=0
// Sizes that input decides come largest first: the first execution has the largest. Of these there are more than are
// explored, so with another order the fault would not be found.
#ifndef KIND
#define KIND 0
#endif
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n > 10 && n <= 5000);
    char from[5000], to[5000];
    memset(from, 1, sizeof from);
#if KIND == 0
    char *p = malloc(n);
    if (!p) return 0;
    free(p);
#elif KIND == 1
    char p[n];
    p[n - 1] = 0;
#elif KIND == 2
    memcpy(to, from, n);
#elif KIND == 3
    char *p = calloc(2, n);
    if (!p) return 0;
    p = realloc(p, n * 3);
    free(p);
#endif
    assert(n != 5000); /*@largest*/
    return 0;
}
