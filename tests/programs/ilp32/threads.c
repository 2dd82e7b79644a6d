//@ cflags: -m32
//@ check: safe
// Numbers as arguments and results of threads, and a condition variable with a time.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static int beside = 1, ready;
static pthread_t threads[2];

static void *work(void *arg)
{
    long n = (long)arg;
    sem_post(&s);
    pthread_mutex_lock(&again);
    pthread_mutex_lock(&again);
    pthread_mutex_unlock(&again);
    pthread_mutex_unlock(&again);
    pthread_mutex_lock(&m);
    ready++;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return (void *)(n * 2);
}

int main(void)
{
    struct timespec until = {2000000000, 999999999};
    sem_init(&s, 0, 0);
    for (long n = 0; n < 2; n++)
        assert(pthread_create(&threads[n], NULL, work, (void *)(n - 1)) == 0);
    sem_wait(&s);
    pthread_mutex_lock(&m);
    while (!ready) {
        int result = pthread_cond_timedwait(&c, &m, &until);
        assert(result == 0 || result == ETIMEDOUT);
        if (result)
            break;
    }
    pthread_mutex_unlock(&m);
    for (int n = 0; n < 2; n++) {
        void *result;
        pthread_join(threads[n], &result);
        assert((long)result == (n - 1) * 2);
    }
    assert(ready == 2 && beside == 1);
    return 0;
}
