//@ check: assertion line=@refused message="it compares 22 with 110"
//@ check --explorer states: assertion line=@refused
//@ check --explorer prefix: assertion line=@refused
//@ check --explorer optimal: assertion line=@refused
// Nobody carries: late in a second, the nanoseconds are too many.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

int main(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 50 * 1000000L;
    pthread_mutex_lock(&mutex);
    int result = pthread_cond_timedwait(&cond, &mutex, &until);
    assert(result == ETIMEDOUT); /*@refused*/
    pthread_mutex_unlock(&mutex);
    return 0;
}
