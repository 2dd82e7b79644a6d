//@ check --explorer prefix --fairness strong: safe note=none
//@ check --fairness strong --explorer states: safe note=none
// As starves.c, but who comes first is served first.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next, serves;

static void *worker(void *arg) {
    for (;;) {
        unsigned own = atomic_fetch_xor(&next, 1);
        while (atomic_load(&serves) != own)
            ;
        atomic_fetch_xor(&serves, 1);
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
