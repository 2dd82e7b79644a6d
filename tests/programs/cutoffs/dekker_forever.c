//@ check --explorer prefix: safe
//@ check --explorer prefix --fairness strong: safe
//@ check --explorer unfolding --cutoffs: safe
// As polite_forever.c, but whose turn it is not makes way (Dekker's algorithm).
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn, inside;

static void enter(long me) {
    atomic_store(&wants[me], 1);
    while (atomic_load(&wants[1 - me])) {
        if (atomic_load(&turn) != me) {
            atomic_store(&wants[me], 0);
            while (atomic_load(&turn) != me)
                ;
            atomic_store(&wants[me], 1);
        }
    }
}

static void *process(void *arg) {
    long me = *(long *)arg;
    for (;;) {
        enter(me);
        atomic_store(&inside, 1);
        atomic_store(&inside, 0);
        atomic_store(&turn, (int)(1 - me));
        atomic_store(&wants[me], 0);
    }
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
