//@ check: safe executions=1
// A freed address never comes back.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    for (int i = 0; i < 3; i++) {
        int *p = malloc(sizeof *p);
        *p = i;
        assert(*p == i);
        free(p);
    }
    return 0;
}
