// A parker as in the Java run-time: park waits for a permit, unpark gives one; a permit given before is not lost. N times, one thread each way.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t given = PTHREAD_COND_INITIALIZER;
static atomic_int permit;
static atomic_int parked;

static void park(void) {
    if (atomic_exchange(&permit, 0))
        return;
    pthread_mutex_lock(&lock);
    while (atomic_load(&permit) == 0)
        pthread_cond_wait(&given, &lock);
    atomic_store(&permit, 0);
    pthread_mutex_unlock(&lock);
}

static void unpark(void) {
    pthread_mutex_lock(&lock);
    int before = atomic_exchange(&permit, 1);
    pthread_mutex_unlock(&lock);
    if (before == 0)
        pthread_cond_signal(&given);
}

static void *parker(void *arg) {
    park();
    atomic_store(&parked, 1);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, parker, 0);
    for (int n = 0; n < N; n++)
        unpark();
    pthread_join(thread, 0);
    assert(atomic_load(&parked) == 1);
    return 0;
}
