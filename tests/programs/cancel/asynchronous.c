//@ check: incomplete unsupported=PTHREAD_CANCEL_ASYNCHRONOUS
#include <pthread.h>
#include <stddef.h>

static void *worker(void *arg) {
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    for (;;)
        ;
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, worker, NULL);
    pthread_cancel(a);
    pthread_join(a, NULL);
    return 0;
}
