//@ check: safe executions=1
#include <assert.h>
#include <stddef.h>

static int x;

int main(void) {
    int *volatile null = NULL;
    int *volatile some = &x;
    assert(null == NULL && !null && some && some != null && some != NULL);
    assert((null ? 1 : 2) == 2);
    return 0;
}
