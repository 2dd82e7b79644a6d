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
// The last round of the loop comes after the plain store; an earlier one, which only waits, does not, and races with it. An
// explorer that leaves such rounds out must not lose that.
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int x, y;

static void *writer(void *arg) {
    *(int *)&x = 0;
    atomic_store(&x, 1);
    return arg;
}

static void *waiter(void *arg) {
    atomic_store(&y, 1);
    while (atomic_load(&x) == 0)
        ;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, waiter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
