// Nearly nothing: what it takes to start. 2 executions.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *worker(void *arg) {
    atomic_store(&x, 1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    atomic_store(&x, 2);
    pthread_join(t, NULL);
    return 0;
}
