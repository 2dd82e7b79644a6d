//@ check: safe executions=6
// 3! orders of arrival.
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t gate;

static void *first(void *arg) {
    pthread_barrier_wait(&gate);
    return arg;
}

static void *second(void *arg) {
    pthread_barrier_wait(&gate);
    return arg;
}

static void *third(void *arg) {
    pthread_barrier_wait(&gate);
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    pthread_barrier_init(&gate, NULL, 3);
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_create(&c, NULL, third, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
