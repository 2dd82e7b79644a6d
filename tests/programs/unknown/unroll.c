//@ check: safe executions=1
//@ check --unroll 10: safe executions=1
//@ check --unroll 9: incomplete limit=unroll
//@ check --unroll 3: incomplete limit=unroll
// A loop that could end before its counter says so: --unroll leaves others alone
// (bounds/unroll_counted.c).
#include <assert.h>

static volatile int limit = 100;

int main(void) {
    int n = 0;
    for (int i = 0; i < 10; i++) {
        if (n > limit)
            break;
        n += i;
    }
    assert(n == 45);
    return 0;
}
