//@ check: safe
//@ check --model rc11: safe
//@ check --explorer prefix: safe
// A counting semaphore: two slots, three threads.
#include "futex.h"

static _Atomic int value = 2;
static _Atomic int inside;

static void take(void) {
    for (;;) {
        int now = atomic_load(&value);
        while (now > 0)
            if (atomic_compare_exchange_weak(&value, &now, now - 1))
                return;
        futex_wait(&value, 0);
    }
}

static void post(void) {
    atomic_fetch_add(&value, 1);
    futex_wake(&value, 1);
}

static void *worker(void *arg) {
    take();
    assert(atomic_fetch_add(&inside, 1) < 2);
    atomic_fetch_sub(&inside, 1);
    post();
    return arg;
}

int main(void) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}
