//@ check: safe executions=4
// The thread before main: its signal is lost. The thread after main: too late. Between: the signal comes before main has
// given up, or after that.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t a;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    pthread_create(&a, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    int r = pthread_cond_timedwait(&c, &m, &now);
    assert(r == 0 || r == ETIMEDOUT);
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    return 0;
}
