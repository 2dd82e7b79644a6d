//@ check: safe
// It looks whether it is cancelled until it is.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *worker(void *arg) {
    for (;;)
        pthread_testcancel();
    return arg;
}

int main(void) {
    pthread_t a;
    void *result;
    pthread_create(&a, NULL, worker, NULL);
    assert(pthread_cancel(a) == 0);
    assert(pthread_join(a, &result) == 0);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
