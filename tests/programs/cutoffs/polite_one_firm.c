//@ check --explorer prefix: safe
// As polite.c, but one of them keeps its flag up and waits: the other one makes way.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];

static void *process(void *arg) {
    long me = *(long *)arg;
    for (;;) {
        atomic_store(&wants[me], 1);
        if (!atomic_load(&wants[1 - me]))
            break;
        if (me == 0) {
            while (atomic_load(&wants[1]))
                ;
            break;
        }
        atomic_store(&wants[me], 0);
    }
    atomic_store(&wants[me], 0);
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
