//@ check: incomplete unsupported=pthread_once
// glibc lets another thread call the routine again: not modelled, and said so.
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void routine(void) { pthread_exit(NULL); }

static void *worker(void *arg) {
    pthread_once(&once, routine);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
