//@ check --symbolic: assertion line=@found message="with input x = 2.0"
//@ check --symbolic --input x=2 --input y=3.0: assertion line=@found
//@ check --symbolic --input x=2 --input y=nan: safe executions=1
//@ check --symbolic --input x=2.25: safe
//@ check --symbolic --input x=-inf: safe executions=1
//@ check --input x=2.0 --input y=3: assertion line=@found
//@ check --input x=2.0: assertion line=@found message="y = 3.0 ("
//@ check: assertion line=@found message="with input x = 2.0"
//@ check --nondet 2..3: incomplete unsupported="`__VERIFIER_nondet_double` takes input"
// Two products are 6.0 in the ranges that are asked for; of 2.25 none is, since 6 / 2.25 is no number of 32 bits, nor
// is what rounds to 6. What is printed of a number is not asked.
#include <assert.h>
#include <stdio.h>
double __VERIFIER_nondet_double(void);
float __VERIFIER_nondet_float(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    float y = __VERIFIER_nondet_float();
    printf("%f %g\n", x, y);
    if (x > 1.5 && x < 2.5 && y > 0.1) {
        assert(x * y != 6.0); /*@found*/
    }
    return 0;
}
