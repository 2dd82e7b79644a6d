//@ check: safe executions=1
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_t seen;

static void *worker(void *arg) {
    seen = pthread_self();
    assert(!pthread_equal(seen, *(pthread_t *)arg));
    return NULL;
}

int main(void) {
    pthread_t a, me = pthread_self();
    pthread_create(&a, NULL, worker, &me);
    pthread_join(a, NULL);
    assert(pthread_equal(seen, a));
    assert(pthread_equal(me, pthread_self()));
    return 0;
}
