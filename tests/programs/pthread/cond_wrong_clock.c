//@ check: safe note=clocks
// A deadline that is read from one clock, for a condition variable that goes by the other. Natively the first wait ends at once.
#include <errno.h>
#include <pthread.h>
#include <time.h>

#ifndef READ
#define READ CLOCK_MONOTONIC
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int done;

static void *work(void *arg)
{
    pthread_mutex_lock(&mutex);
    done = 1;
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t thread;
    struct timespec until;
#ifdef CHOSEN
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CHOSEN);
    pthread_cond_init(&cond, &attr);
#endif
    pthread_create(&thread, NULL, work, NULL);
    pthread_mutex_lock(&mutex);
    clock_gettime(READ, &until);
    until.tv_sec += 5;
    int error = 0;
    while (!done && error != ETIMEDOUT)
        error = pthread_cond_timedwait(&cond, &mutex, &until);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
