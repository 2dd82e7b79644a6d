//@ check: incomplete limit=clock
//@ check --explorer prefix: incomplete limit=clock
//@ check --model rc11: incomplete limit=clock
// Who is told that a deadline has passed does not find the clock before it.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int late;
static struct timespec end;

static void *other(void *arg) {
    pthread_mutex_lock(&mutex);
    if (late)
        assert(time(NULL) >= end.tv_sec);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void) {
    pthread_t t;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 2;
    pthread_create(&t, NULL, other, NULL);
    pthread_mutex_lock(&mutex);
    if (pthread_cond_timedwait(&cond, &mutex, &end) == ETIMEDOUT)
        late = 1;
    pthread_mutex_unlock(&mutex);
    pthread_join(t, NULL);
    return 0;
}
