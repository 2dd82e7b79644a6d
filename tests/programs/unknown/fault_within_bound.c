//@ check --unroll 1: assertion line=@bug
// A fault found within a bound is a fault.
#include <assert.h>

int main(void) {
    for (int i = 0; i < 100; i++)
        assert(i != 1); /*@bug*/
    return 0;
}
