//@ check --symbolic: safe executions=2
//@ check --symbolic --explorer naive: safe
// The value that `longjmp` hands on is only asked whether it is 0.
#include <assert.h>
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);

static jmp_buf buffer;
static int jumped;

int main(void) {
    int x = __VERIFIER_nondet_int(), r = setjmp(buffer);
    if (!jumped) {
        jumped = 1;
        longjmp(buffer, x);
    }
    assert(r != 0);
    assert(r == (x == 0 ? 1 : x));
#ifdef FOUND
    assert(r != 7); /*@found*/
#endif
    return 0;
}
