//@ check --explorer prefix: liveness
// Three in a circle: each makes way for the next one.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[3];

static void *process(void *arg) {
    long me = *(long *)arg;
    for (;;) {
        atomic_store(&wants[me], 1);
        if (!atomic_load(&wants[(me + 1) % 3]))
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
