//@ check: safe
// As kept.c, with one reading, and a carry: the deadline is a part of a global structure.
#include <errno.h>
#include <pthread.h>
#include <time.h>

static struct {
    pthread_mutex_t mutex;
    pthread_cond_t cond;
    int ready;
    struct timespec until;
} all = {.mutex = PTHREAD_MUTEX_INITIALIZER, .cond = PTHREAD_COND_INITIALIZER};

static void *worker(void *arg) {
    pthread_mutex_lock(&all.mutex);
    all.ready = 1;
    pthread_cond_signal(&all.cond);
    pthread_mutex_unlock(&all.mutex);
    return arg;
}

int main(void) {
    pthread_t t;
    clock_gettime(CLOCK_REALTIME, &all.until);
    all.until.tv_nsec += 500000000;
    if (all.until.tv_nsec >= 1000000000) {
        all.until.tv_nsec -= 1000000000;
        all.until.tv_sec++;
    }
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&all.mutex);
    int result = 0;
    while (!all.ready && result == 0)
        result = pthread_cond_timedwait(&all.cond, &all.mutex, &all.until);
    pthread_mutex_unlock(&all.mutex);
    pthread_join(t, NULL);
    return result == EINVAL;
}
