//@ cflags: -D_GNU_SOURCE -fno-builtin -lm
//@ check: safe executions=1
#include <assert.h>
#include <math.h>

int main(void) {
    double s, c;
    float sf, cf;
    sincos(1.5, &s, &c);
    sincosf(1.5f, &sf, &cf);
    assert(s == sin(1.5) && c == cos(1.5) && sf == sinf(1.5f) && cf == cosf(1.5f));
    return 0;
}
