//@ check --explorer prefix: liveness
// A wait for what nobody writes: the round is cut before it is seen to be one.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *waits(void *arg) {
    while (!atomic_load(&flag))
        ;
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, waits, NULL);
    pthread_join(a, NULL);
    return 0;
}
