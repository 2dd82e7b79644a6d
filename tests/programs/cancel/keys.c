//@ check: safe
// The destructors of its data run, after its handlers. It is not cancelled a second time meanwhile.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_key_t key;
static int handlers, destructors;

static void destroy(void *value) {
    assert(handlers == 1);
    pthread_testcancel();
    destructors++;
    free(value);
}

static void handle(void *arg) {
    (void)arg;
    assert(destructors == 0);
    sleep(1);
    handlers++;
}

static void *worker(void *arg) {
    pthread_setspecific(key, malloc(1));
    pthread_cleanup_push(handle, NULL);
    for (;;)
        sleep(1);
    pthread_cleanup_pop(0);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_key_create(&key, destroy);
    pthread_create(&a, NULL, worker, NULL);
    pthread_cancel(a);
    pthread_cancel(a);
    pthread_join(a, NULL);
    assert(handlers == 1 && destructors == 1);
    return 0;
}
