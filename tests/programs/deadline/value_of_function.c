//@ check --stub which=0: safe
//@ check --stub which=1: assertion line=@refused
// A function returns the deadline as a structure, by value; it carries, or its caller does not.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int which(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static struct timespec after(long milliseconds) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += milliseconds / 1000;
    until.tv_nsec += milliseconds % 1000 * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    return until;
}

static struct timespec now(void) {
    struct timespec x;
    clock_gettime(CLOCK_REALTIME, &x);
    return x;
}

static void carries(void) {
    struct timespec until = after(1500);
    pthread_mutex_lock(&mutex);
    int result = pthread_cond_timedwait(&cond, &mutex, &until);
    pthread_mutex_unlock(&mutex);
    assert(result != EINVAL);
}

static void carries_not(void) {
    struct timespec until = now();
    until.tv_nsec += 50000000;
    pthread_mutex_lock(&mutex);
    int result = pthread_cond_timedwait(&cond, &mutex, &until);
    pthread_mutex_unlock(&mutex);
    assert(result != EINVAL); /*@refused*/
}

int main(void) {
    if (which() == 0)
        carries();
    else
        carries_not();
    return 0;
}
