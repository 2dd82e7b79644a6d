//@ check: safe
// Timed waits may time out wherever they would wait; whoever comes first, the state is consistent.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static sem_t sem;
static int value, timeouts;

static void *setter(void *arg) {
    struct timespec soon;
    clock_gettime(CLOCK_REALTIME, &soon);
    soon.tv_nsec += 1000;
    if (soon.tv_nsec >= 1000000000) {
        soon.tv_nsec -= 1000000000;
        soon.tv_sec++;
    }
    int r = pthread_mutex_timedlock(&lock, &soon);
    assert(r == 0 || r == ETIMEDOUT);
    if (r == 0) {
        value = 1;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    sem_post(&sem);
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&sem, 0, 0);
    pthread_create(&t, NULL, setter, NULL);
    struct timespec at = {0, 0};
    pthread_mutex_lock(&lock);
    int r = 0;
    while (!value && r == 0)
        r = pthread_cond_timedwait(&changed, &lock, &at);
    assert(r == 0 || r == ETIMEDOUT);
    assert(r == ETIMEDOUT || value == 1);
    timeouts += r != 0;
    pthread_mutex_unlock(&lock);
    if (sem_timedwait(&sem, &at) != 0) {
        assert(errno == ETIMEDOUT);
        sem_wait(&sem);
    }
    pthread_join(t, NULL);
    sem_destroy(&sem);
    return 0;
}
