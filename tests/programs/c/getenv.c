//@ check: safe executions=1
// Nothing is set.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(getenv("THREADBARE_SURELY_NOT_SET") == NULL);
    return 0;
}
