//@ check: overflow line=@bug other=@used
//@ check --overflow ignore: out-of-bounds line=@used
// An address.
#include <limits.h>

static int a[4];

int main(void) {
    volatile int n = INT_MAX;
    int m = n + 2; /*@bug*/
    a[m] = 1; /*@used*/
    return 0;
}
