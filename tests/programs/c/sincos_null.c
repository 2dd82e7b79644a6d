//@ cflags: -D_GNU_SOURCE -fno-builtin -lm
//@ check: null-pointer line=@call
#include <math.h>
#include <stddef.h>

int main(void) {
    double s;
    sincos(1.5, &s, NULL); /*@call*/
    return 0;
}
