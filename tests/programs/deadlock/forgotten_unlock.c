//@ check: deadlock
// The worker leaves by the early return without unlocking.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int work;

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    if (work == 0)
        return NULL;
    work--;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
