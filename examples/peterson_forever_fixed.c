//@ check --explorer prefix: safe
// Peterson's algorithm, for ever. Try: threadbare check --cutoffs examples/peterson_forever_fixed.c
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int inside;

static void *process(void *arg) {
    int me = *(int *)arg, other = 1 - me;
    for (;;) {
        atomic_store(&wants[me], 1);
        atomic_store(&turn, other);
        while (atomic_load(&wants[other]) && atomic_load(&turn) == other)
            ;
        inside++;
        assert(inside == 1);
        inside--;
        atomic_store(&wants[me], 0);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int zero = 0, one = 1;
    pthread_create(&a, NULL, process, &zero);
    pthread_create(&b, NULL, process, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
