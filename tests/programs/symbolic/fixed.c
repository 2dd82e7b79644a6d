//@ check --symbolic: assertion line=@wrong message="with input a = 3"
//@ check --symbolic --input a=3: assertion line=@wrong message="with input a = 3 ("
//@ check --symbolic --input a=4: safe executions=1
//@ check --symbolic --input fixed.c:24=4: safe executions=1
//@ check --symbolic --input g=-1,7: assertion line=@wrong
//@ check --symbolic --input g=5: safe
//@ check --symbolic --input g[1]=8: safe
//@ check --symbolic --input g=-1,7 --input a=3: assertion line=@wrong
//@ check --input g=-1,7 --input a=3: assertion line=@wrong
//@ check --input g=-1 --input g=7 --input a=3: assertion line=@wrong
//@ check --input g=-1,6 --input a=3: safe executions=1
//@ check --input g=-1 --input a=3: assertion line=@wrong message="g = 7"
//@ check --leaks fault --input g=-1 --input a=3: incomplete unsupported="--leaks fault" graph-only named-only
//@ check --input g=-1 --input a=3 --nondet 6..8: assertion line=@wrong
//@ check --input g=-1 --input a=3 --nondet 8..9: safe executions=2
//@ check --symbolic --input b=3: error
//@ check --symbolic --input a=1 --input fixed.c:24=1: error
//@ check --symbolic --input g[1]=8 --input g=1,2: error
//@ check --symbolic --input a=0x100000000: incomplete unsupported=--input
// `a` is 3 and `g` is -1 first and 7 then: nothing else is wrong. Fixing one of them to something else leaves no fault; what
// is not fixed stays input, or is chosen from the range if one is given. An integer that has no room for its value is refused.
#include <assert.h>
int g, __VERIFIER_nondet_int(void);
int main(void) { int a = __VERIFIER_nondet_int();
    int bad = a == 3;
    if (bad) {
        g = __VERIFIER_nondet_int();
        bad = g == -1;
    }
    if (bad) {
        g = __VERIFIER_nondet_int();
        assert(g != 7); /*@wrong*/
    }
    return 0;
}
