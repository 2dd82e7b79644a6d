//@ check: liveness
// A wait that is refused does not give the mutex back: the loop goes round with it for ever.
#include <errno.h>
#include <pthread.h>
#include <sys/time.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready;

static void *worker(void *arg) {
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void) {
    pthread_t t;
    struct timeval now;
    struct timespec until;
    pthread_create(&t, NULL, worker, NULL);
    gettimeofday(&now, NULL);
    until.tv_sec = now.tv_sec;
    until.tv_nsec = (now.tv_usec + 50 * 1000) * 1000;
    pthread_mutex_lock(&mutex);
    while (!ready)
        if (pthread_cond_timedwait(&cond, &mutex, &until) == ETIMEDOUT)
            break;
    pthread_mutex_unlock(&mutex);
    pthread_join(t, NULL);
    return 0;
}
