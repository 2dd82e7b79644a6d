//@ check: safe executions=1
// Memory that is allocated, written and freed in a round does not last.
#include "spin.h"
#include <stdlib.h>

static atomic_int flag;

static void *body(void *arg)
{
    for (;;) {
        int *seen = malloc(sizeof *seen);
        *seen = atomic_load(&flag);
        int done = *seen;
        free(seen);
        if (done)
            break;
    }
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    atomic_store(&flag, 1);
    pthread_join(other, NULL);
    return 0;
}
