//@ check: safe executions=1
// Each thread has its own value, NULL at first.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_key_t key;
static int one, two;

static void *worker(void *arg) {
    assert(pthread_getspecific(key) == NULL);
    assert(pthread_setspecific(key, arg) == 0);
    assert(pthread_getspecific(key) == arg);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    assert(pthread_key_create(&key, NULL) == 0);
    pthread_create(&a, NULL, worker, &one);
    pthread_create(&b, NULL, worker, &two);
    assert(pthread_getspecific(key) == NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(pthread_getspecific(key) == NULL);
    assert(pthread_key_delete(key) == 0);
    return 0;
}
