//@ check --symbolic: assertion line=@found message="with input x = 9.0"
// Functions that are computed of input as a whole.
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x > 8.5f && x < 9.5f && fminf(x, 9.0f) == fmaxf(x, 9.0f)) {
        assert(floorf(x) == x && ceilf(x) == truncf(x) && rintf(x + 0.5f) == 10);
        assert(copysignf(x, -1.0f) == -9.0f && fabsf(-x) == 9.0f);
        assert(sqrtf(x) != 3.0f); /*@found*/
    }
    return 0;
}
