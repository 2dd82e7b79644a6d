//@ check --explorer prefix: liveness named-only
// As polite.c, beside a thread that writes for ever what nobody reads: to it, that is no work.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], ticks;

static void *process(void *arg) {
    long me = *(long *)arg;
    if (me == 2) {
        for (;;) {
            atomic_store(&ticks, 1);
            atomic_store(&ticks, 0);
        }
    }
    for (;;) {
        atomic_store(&wants[me], 1);
        if (!atomic_load(&wants[1 - me]))
            break;
        atomic_store(&wants[me], 0);
    }
    atomic_store(&wants[me], 0);
    return NULL;
}

int main(void) {
    pthread_t threads[3];
    long numbers[3] = {0, 1, 2};
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, process, &numbers[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
