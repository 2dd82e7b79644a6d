//@ check: safe executions=2
// Whoever is told to do so destroys the barrier, though the other may still be about to leave it.
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t b;

static void *worker(void *arg) {
    if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD)
        pthread_barrier_destroy(&b);
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_barrier_init(&b, NULL, 2);
    pthread_create(&t, NULL, worker, NULL);
    pthread_create(&u, NULL, worker, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
