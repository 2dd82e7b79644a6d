//@ check: safe
// The main thread can be cancelled, too; the program goes on without it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_t first;

static void *worker(void *arg) {
    void *result;
    pthread_cancel(first);
    pthread_join(first, &result);
    assert(result == PTHREAD_CANCELED);
    exit(0);
    return arg;
}

int main(void) {
    pthread_t a;
    first = pthread_self();
    pthread_create(&a, NULL, worker, NULL);
    pthread_join(a, NULL);
    return 1;
}
