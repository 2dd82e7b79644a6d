//@ check: safe executions=6
//@ check --explorer rvf: safe
//@ check --rounds 1: safe graph-only
// Two choices, of 2 and 3 values: nothing else is input, since `read` is called by nobody.
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);
long __VERIFIER_nondet_range(long, long);
int klee_int(const char *);
int __VERIFIER_nondet_int(void);

static inline int take(void)
{
    return klee_int("other");
}

#ifdef CALLED
int (*volatile read)(void) = take;
#endif

int main(void)
{
    int chosen = __VERIFIER_nondet_bool() + (int)__VERIFIER_nondet_range(0, 2);
#ifdef CALLED
    int n = __VERIFIER_nondet_int();
    int other = read();
    assert(n != 5 || other != 0 || chosen != 3); /*@wrong*/
#endif
    return chosen > 3;
}
