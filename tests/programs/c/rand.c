//@ check: safe executions=1
// A fixed sequence: the same seed gives the same numbers.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    srand(7);
    int a = rand(), b = rand();
    srand(7);
    assert(rand() == a && rand() == b && a >= 0 && a <= RAND_MAX);
    return 0;
}
