//@ check --stub which=0: incomplete limit=clock
//@ check --stub which=1: incomplete limit=clock
//@ check --stub which=2: incomplete limit=clock
// Nanoseconds are taken off, and no second is borrowed: not explored. By a function that returns the time by value, by a unit, or by
// setting it to what no time has.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int which(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int done;

static void *sets(void *arg) {
    pthread_mutex_lock(&mutex);
    done = 1;
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&mutex);
    return arg;
}

static void wait_until(const struct timespec *until) {
    int result = 0;
    pthread_mutex_lock(&mutex);
    while (!done && result != ETIMEDOUT) {
        result = pthread_cond_timedwait(&cond, &mutex, until);
        assert(result != EINVAL);
    }
    pthread_mutex_unlock(&mutex);
}

static struct timespec before(long milliseconds) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec -= milliseconds * 1000000;
    return until;
}

static void wait_a_unit_before(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec -= 1000000;
    wait_until(&until);
}

static void wait_with_less_than_none(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    if (until.tv_nsec < 500)
        until.tv_nsec = -1;
    wait_until(&until);
}

int main(void) {
    pthread_t t;
    struct timespec until;
    pthread_create(&t, NULL, sets, NULL);
    switch (which()) {
    case 0:
        until = before(50);
        wait_until(&until);
        break;
    case 1:
        wait_a_unit_before();
        break;
    default:
        wait_with_less_than_none();
    }
    pthread_join(t, NULL);
    return 0;
}
