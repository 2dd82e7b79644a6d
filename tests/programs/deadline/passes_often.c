//@ check: incomplete limit=clock
//@ check --explorer prefix: incomplete limit=clock
//@ cflags: -DN=4
// A timer for four seconds: each time it has timed out, time has passed. (The clock is moved three times.)
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ticks;

static void *timer(void *arg) {
    struct timespec next, now;
    clock_gettime(CLOCK_REALTIME, &next);
    pthread_mutex_lock(&mutex);
    for (int i = 0; i < N; i++) {
        next.tv_sec += 1;
        while (pthread_cond_timedwait(&cond, &mutex, &next) != ETIMEDOUT)
            ;
        clock_gettime(CLOCK_REALTIME, &now);
        assert(now.tv_sec >= next.tv_sec);
        ticks++;
    }
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, timer, NULL);
    pthread_join(t, NULL);
    return 0;
}
