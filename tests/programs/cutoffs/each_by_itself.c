//@ check --explorer prefix: liveness line=@waits
//@ check --explorer states: liveness line=@waits
//@ check --explorer unfolding --cutoffs: liveness line=@waits
// Two threads wait for what nobody sets, and `main` for them. What each does meanwhile changes nothing for the other.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static _Thread_local int parity;

static void *waits(void *arg) {
    while (ready != 2) /*@waits*/
        parity ^= 1;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, waits, NULL);
    pthread_create(&b, NULL, waits, NULL);
#ifdef SETS
    ready = 2;
#endif
    pthread_join(b, NULL);
    pthread_join(a, NULL);
    return 0;
}
