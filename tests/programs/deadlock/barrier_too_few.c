//@ check: deadlock
#include <pthread.h>

static pthread_barrier_t gate;

static void *worker(void *arg) {
    pthread_barrier_wait(&gate);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&gate, NULL, 3);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
