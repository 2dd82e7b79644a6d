//@ check: safe executions=1
//@ cflags: -DNDEBUG
// The same as assert.c, but the compiler was told to leave assertions out.
#include <assert.h>

int main(void) {
    int x = 1;
    assert(x == 2);
    return x - 1;
}
