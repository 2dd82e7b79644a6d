//@ check --explorer prefix: safe
//@ check --explorer prefix --fairness strong: safe
// Three that take a lock by compare-and-swap, for ever: one of them always gets on.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock, inside;

static void *process(void *arg) {
    for (;;) {
        int free = 0;
        while (!atomic_compare_exchange_strong(&lock, &free, 1))
            free = 0;
        atomic_store(&inside, 1);
        atomic_store(&inside, 0);
        atomic_store(&lock, 0);
    }
    return arg;
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
