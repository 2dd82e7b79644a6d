//@ check: safe executions=6
// 3! orders of arrival.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t b;

static void *worker(void *arg) {
    pthread_barrier_wait(&b);
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_barrier_init(&b, NULL, 3);
    pthread_create(&t, NULL, worker, NULL);
    pthread_create(&u, NULL, worker, NULL);
    pthread_barrier_wait(&b);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
