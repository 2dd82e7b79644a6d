//@ check: safe executions=1
#include <assert.h>

volatile double zero = 0;

int main(void) {
    assert(1 / zero > 1e308);
    return 0;
}
