//@ check: safe executions=1
//@ check --unroll 10: safe executions=1
//@ check --unroll 9: incomplete limit=unroll
//@ check --unroll 3: incomplete limit=unroll
#include <assert.h>

int main(void) {
    int n = 0;
    for (int i = 0; i < 10; i++)
        n += i;
    assert(n == 45);
    return 0;
}
