//@ check: safe executions=1
// The destructor of a deleted key is not called; a key that is none is refused.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void never(void *value) {
    (void)value;
    abort();
}

static void *worker(void *arg) {
    pthread_setspecific(key, &key);
    assert(pthread_key_delete(key) == 0);
    return arg;
}

int main(void) {
    pthread_t a;
    assert(pthread_setspecific(12345, &key) == EINVAL);
    assert(pthread_key_delete(12345) == EINVAL);
    assert(pthread_key_create(&key, never) == 0);
    pthread_create(&a, NULL, worker, NULL);
    pthread_join(a, NULL);
    assert(pthread_setspecific(key, &key) == EINVAL);
    assert(pthread_key_delete(key) == EINVAL);
    return 0;
}
