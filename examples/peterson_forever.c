//@ check --explorer prefix: data-race
// Peterson's algorithm, for ever: the turn is given away before the own wish is told, not after it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int inside;

static void *process(void *arg) {
    int me = *(int *)arg, other = 1 - me;
    for (;;) {
        atomic_store(&turn, other);
        atomic_store(&wants[me], 1);
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
