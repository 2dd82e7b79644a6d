//@ check: safe executions=1
#include <assert.h>
#include <stdlib.h>

static int g[3];
static _Thread_local long t;

int main(void) {
    int a[8] = {1}, *p = calloc(2, sizeof *p);
    assert(g[2] == 0 && t == 0 && a[7] == 0 && p[1] == 0);
    free(p);
    return 0;
}
