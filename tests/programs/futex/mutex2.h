/* The mutex of U. Drepper, Futexes Are Tricky (2011), section 5: 0 free, 1 locked, 2 locked and somebody may wait. */
#include "futex.h"

static _Atomic unsigned word;
static int counter;

static void lock(void) {
    unsigned c = 0;
    if (atomic_compare_exchange_strong(&word, &c, 1))
        return;
    if (c != 2)
        c = atomic_exchange(&word, 2);
    while (c != 0) {
        futex_wait(&word, 2);
        c = atomic_exchange(&word, AGAIN);
    }
}

static void unlock(void) {
    if (atomic_fetch_sub(&word, 1) != 1) {
        atomic_store(&word, 0);
        futex_wake(&word, 1);
    }
}

static void *worker(void *arg) {
    lock();
    counter++;
    unlock();
    return arg;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(counter == THREADS);
}
