//@ check: safe executions=1
// A pointer one past the end may be made and compared, only not used.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4 * sizeof *p), *end = p + 4, sum = 0;
    for (int *q = p; q != end; q++)
        *q = 2;
    for (int *q = end; q-- != p;)
        sum += *q;
    assert(sum == 8);
    free(p);
    return 0;
}
