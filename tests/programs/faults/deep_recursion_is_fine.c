//@ check: safe executions=1
#include <assert.h>

static int f(int n) { return n == 0 ? 0 : 1 + f(n - 1); }

int main(void) {
    assert(f(5000) == 5000);
    return 0;
}
