//@ check: safe executions=1
#include <assert.h>
#include <float.h>
#include <math.h>

volatile float f = 0.1f;
volatile double d = 0.1, zero = 0.0, three = 3.0;

int main(void) {
    assert(f + f == 0.2f && (double)f != d && (float)d == f);
    assert(d + d + d != 0.3 && three / 2 == 1.5 && -three == -3.0);
    double infinity = three / zero, nan = zero / zero;
    assert(isinf(infinity) && isnan(nan) && nan != nan && !(nan < 1) && !(nan >= 1));
    assert(infinity > DBL_MAX && -infinity < -DBL_MAX);
    assert(signbit(-zero) && -zero == zero);
    f = 16777216.0f;
    assert(f + 1.0f == f);
    return 0;
}
