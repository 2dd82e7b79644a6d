//@ check: out-of-bounds line=@bug
#include <stdatomic.h>

static atomic_int a[2];
volatile int n = 2;

int main(void) {
    atomic_store(&a[1], 1);
    atomic_store(&a[n], 1); /*@bug*/
    return 0;
}
