//@ check: data-race
//@ check --model sc: data-race
//@ check --model tso: data-race
//@ check --model pso: data-race
//@ check --model ra: data-race
//@ check --model rc11: data-race
//@ check --explorer unfolding --races report: data-race
//@ check --explorer naive: data-race
//@ check --explorer source: data-race
//@ check --explorer optimal: data-race
// A round of the waiter races with the plain store only between the addition and that: what comes before the addition is read by it, since it writes, though
// it writes what was there.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *writer(void *arg) {
    atomic_fetch_add(&x, 0);
    *(int *)&x = 0;
    atomic_store(&x, 1);
    return arg;
}

static void *waiter(void *arg) {
    while (atomic_fetch_add(&x, 0) == 0)
        ;
    return arg;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, writer, NULL);
    pthread_create(&threads[1], NULL, waiter, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
