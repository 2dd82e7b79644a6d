//@ check: incomplete limit=clock
// Who is refused does not wait. So what is wrong with the wait is not found, and that is said.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int wrong;

static void *worker(void *arg) {
    pthread_mutex_lock(&mutex);
    wrong = 1;
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void) {
    pthread_t t;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 50 * 1000000L;
    pthread_mutex_lock(&mutex);
    pthread_create(&t, NULL, worker, NULL);
    if (pthread_cond_timedwait(&cond, &mutex, &until) == 0)
        assert(!wrong);
    pthread_mutex_unlock(&mutex);
    pthread_join(t, NULL);
    return 0;
}
