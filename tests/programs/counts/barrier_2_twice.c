//@ check: safe executions=4
// 2 orders of arrival, twice.
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t gate;

static void *first(void *arg) {
    pthread_barrier_wait(&gate);
    pthread_barrier_wait(&gate);
    return arg;
}

static void *second(void *arg) {
    pthread_barrier_wait(&gate);
    pthread_barrier_wait(&gate);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&gate, NULL, 2);
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
