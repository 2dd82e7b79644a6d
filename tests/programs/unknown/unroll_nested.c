//@ check --unroll 3: safe executions=1
//@ check --unroll 2: incomplete limit=unroll
// The bound counts anew each time a loop is entered.
#include <assert.h>

static volatile int limit = 100;

int main(void) {
    int n = 0;
    for (int i = 0; i < 3 && n < limit; i++)
        for (int j = 0; j < 3 && n < limit; j++)
            n++;
    assert(n == 9);
    return 0;
}
