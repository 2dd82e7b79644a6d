//@ check --explorer prefix: safe note=none
//@ check --explorer prefix --fairness strong: safe note=starvation
//@ check --fairness strong --explorer states: safe note=starvation
//@ check --fairness strong --explorer unfolding --cutoffs: safe note=starvation
// Two threads take turns with a lock made of an exchange, for ever: one of them may always try while the other one has it.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;

static void *worker(void *arg) {
    for (;;) {
        while (atomic_exchange(&taken, 1))
            ;
        atomic_store(&taken, 0);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
