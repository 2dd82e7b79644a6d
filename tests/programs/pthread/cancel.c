//@ check: incomplete unsupported=pthread_cancel
#include <pthread.h>
#include <stddef.h>

static void *worker(void *arg) {
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, worker, NULL);
    pthread_cancel(a);
    pthread_join(a, NULL);
    return 0;
}
