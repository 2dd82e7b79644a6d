//@ check: assertion line=@failed message="twice(v) == n && n > 0 (`twice(v) == n` is false: it compares 6 with 7)"
//@ check --model rc11: assertion line=@failed message="it compares 6 with 7)"
// Neither value is that of a variable in memory: one is the result of a call, the other lives in a register. 2 * 3 is 6.
#include <assert.h>

static int twice(int x) {
    return x + x;
}

int main(void) {
    volatile int v = 3;
    int n = 7;
    assert(twice(v) == n && n > 0); /*@failed*/
    return 0;
}
