//@ check --symbolic: assertion line=@found
//@ check --symbolic --keep-going --explorer graph: assertion line=@found executions=255
//@ cflags: -fno-math-errno
// What has no terms (`fmod`, `pow` and `fma` as instructions) is asked for its operand, where that is made of a byte:
// 256 executions, of which one fails. fmod(n, 2.5) > 2 for n = 12, 17, 22, ...: 7 + 5 * k; with fma(n, 2, 1) == 435, n = 217.
#include <assert.h>
#include <math.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    double x = n;
    double rest = fmod(x, 2.5), sum = fma(x, 2.0, 1.0);
    assert(rest < 1.9 || sum != 435.0); /*@found*/
    return 0;
}
