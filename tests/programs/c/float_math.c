//@ check: safe executions=1
//@ cflags: -lm
#include <assert.h>
#include <math.h>

volatile double x = 2.25, y = -1.5;

int main(void) {
    assert(sqrt(x) == 1.5 && fabs(y) == 1.5 && floor(y) == -2 && ceil(y) == -1 && trunc(y) == -1);
    assert(fmax(x, y) == 2.25 && fmin(x, y) == -1.5 && copysign(x, y) == -2.25);
    assert(round(2.5) == 3 && fma(x, 2, y) == 3 && fabsf(-1.0f) == 1.0f);
    return 0;
}
