//@ check --unroll 3: safe executions=1
//@ check --unroll 2: incomplete limit=unroll
// The bound counts anew each time a loop is entered.
#include <assert.h>

int main(void) {
    int n = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            n++;
    assert(n == 9);
    return 0;
}
