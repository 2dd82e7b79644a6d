//@ check: safe executions=3
// The timed one first, last, or while the other holds the mutex: then it gives up (giving up later is being last).
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *first(void *arg) {
    pthread_mutex_lock(&m);
    count++;
    pthread_mutex_unlock(&m);
    return arg;
}

static void *second(void *arg) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    int r = pthread_mutex_timedlock(&m, &until);
    if (r == 0) {
        count++;
        pthread_mutex_unlock(&m);
    } else {
        assert(r == ETIMEDOUT);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 1 || count == 2);
    return 0;
}
