//@ check: safe executions=1
#include <assert.h>

static int ackermann(int m, int n) {
    if (m == 0)
        return n + 1;
    return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
static int is_odd(int n);
static int is_even(int n) { return n == 0 || is_odd(n - 1); }
static int is_odd(int n) { return n != 0 && is_even(n - 1); }
static int depth(int n) {
    int local[16] = {n};
    return n == 0 ? 0 : depth(n - 1) + (local[0] == n);
}

int main(void) {
    assert(ackermann(2, 3) == 9);
    assert(is_even(100) && !is_even(77));
    assert(depth(1000) == 1000);
    return 0;
}
