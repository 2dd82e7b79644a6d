//@ check: safe executions=2
// Whoever comes first runs it; the other waits until it is done, and sees it.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs;

static void init(void) {
    runs++;
}

static void *worker(void *arg) {
    assert(pthread_once(&once, init) == 0);
    assert(runs == 1);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(runs == 1);
    return 0;
}
