//@ check: data-race
//@ check --model sc: data-race
//@ check --model tso: data-race
//@ check --model pso: data-race
//@ check --model ra: data-race
//@ check --model rc11: data-race
//@ check --explorer naive: data-race
//@ check --explorer source: data-race
//@ check --explorer optimal: data-race
//@ check --explorer unfolding --races report: data-race
// The compare-and-swap writes what it finds, in each round, and the round reads `data`. That races with the store, if both
// come before the exchange; but what reads what the exchange reads must be seen not to write anything, though the race keeps the round from its end.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int data;

static void *setter(void *arg) {
    (void)atomic_exchange(&flag, 1);
    return arg;
}

static void *writer(void *arg) {
    if (atomic_load(&flag) == 0)
        data = 1;
    return arg;
}

static void *waiter(void *arg) {
    for (;;) {
        int expected = 0;
        if (!atomic_compare_exchange_strong(&flag, &expected, 0))
            return arg;
        (void)*(volatile int *)&data;
    }
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, setter, NULL);
    pthread_create(&threads[1], NULL, writer, NULL);
    pthread_create(&threads[2], NULL, waiter, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
