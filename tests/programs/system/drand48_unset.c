//@ cflags: -D_GNU_SOURCE
//@ check: uninitialised-read line=@draw
// The state is the caller's, and srand48_r would have set it.
#include <stdlib.h>

int main(void) {
    struct drand48_data own;
    double x;
    drand48_r(&own, &x); /*@draw*/
    return x > 2;
}
