//@ check --explorer prefix: liveness
// As polite.c, in threads that want to enter again and again.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], inside;

static void enter(long me) {
    for (;;) {
        atomic_store(&wants[me], 1);
        if (!atomic_load(&wants[1 - me]))
            return;
        atomic_store(&wants[me], 0);
    }
}

static void *process(void *arg) {
    long me = *(long *)arg;
    for (;;) {
        enter(me);
        atomic_store(&inside, 1);
        atomic_store(&inside, 0);
        atomic_store(&wants[me], 0);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    long zero = 0, one = 1;
    pthread_create(&a, NULL, process, &zero);
    pthread_create(&b, NULL, process, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
