//@ check: safe
// To wait for a mutex is no such point: who waits there goes on to the next one.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    count++;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t a;
    void *result;
    pthread_mutex_lock(&m);
    pthread_create(&a, NULL, worker, NULL);
    pthread_cancel(a);
    pthread_mutex_unlock(&m);
    pthread_join(a, &result);
    assert(result == NULL && count == 1);
    return 0;
}
