//@ check --symbolic: overflow line=@found
// 127.9 is 127 as a signed char; 128 is none.
#include <assert.h>
float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x > -129 && x < 128) {
        signed char c = (signed char)x;
        return c > 127;
    }
    if (x > 0 && x < 129) {
        signed char c = (signed char)x; /*@found*/
        return c > 0;
    }
    return 0;
}
