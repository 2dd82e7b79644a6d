//@ check --explorer prefix: liveness
// As polite.c, and main looks again and again whether they are done.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], done[2];

static void *process(void *arg) {
    long me = *(long *)arg;
    for (;;) {
        atomic_store(&wants[me], 1);
        if (!atomic_load(&wants[1 - me]))
            break;
        atomic_store(&wants[me], 0);
    }
    atomic_store(&wants[me], 0);
    atomic_store(&done[me], 1);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    long zero = 0, one = 1;
    pthread_create(&a, NULL, process, &zero);
    pthread_create(&b, NULL, process, &one);
    while (!atomic_load(&done[0]) || !atomic_load(&done[1]))
        ;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
