//@ check: safe executions=6
// main writes too, before it waits: 3! orders.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *worker(void *arg) {
    x = 1;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    x = 2;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
