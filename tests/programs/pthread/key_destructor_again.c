//@ check: safe executions=1
// A destructor that sets the value anew is called again, PTHREAD_DESTRUCTOR_ITERATIONS times in all.
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stddef.h>

static pthread_key_t key;
static int runs;

static void destroy(void *value) {
    runs++;
    pthread_setspecific(key, value);
}

static void *worker(void *arg) {
    pthread_setspecific(key, &key);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_key_create(&key, destroy);
    pthread_create(&a, NULL, worker, NULL);
    pthread_join(a, NULL);
    assert(runs == PTHREAD_DESTRUCTOR_ITERATIONS);
    return 0;
}
