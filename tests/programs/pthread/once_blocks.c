//@ check: deadlock
// The routine waits for a thread that waits for the routine.
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_t a;

static void init(void) {
    pthread_join(a, NULL);
}

static void *worker(void *arg) {
    pthread_once(&once, init);
    return arg;
}

int main(void) {
    pthread_create(&a, NULL, worker, NULL);
    pthread_once(&once, init);
    return 0;
}
