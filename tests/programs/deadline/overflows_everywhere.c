//@ cflags: -DWHICH=which()
//@ check --stub which=0: assertion line=@refused
//@ check --stub which=1: assertion line=@refused
//@ check --stub which=2: assertion line=@refused
//@ check --stub which=3: assertion line=@refused
//@ check --stub which=4: assertion line=@refused
//@ check --stub which=5: assertion line=@refused
//@ check --stub which=6: assertion line=@refused
//@ check --stub which=7: assertion line=@refused
//@ check --stub which=8: assertion line=@refused
// As overflows_late.c: whatever waits until then, where it would have to wait.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

int which(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t sem;
static mtx_t mtx;
static cnd_t cnd;
static struct { int other; struct timespec until; } kept;

static int error(int result) { return result == -1 ? errno : result == thrd_error ? EINVAL : result; }

static void *worker(void *arg) {
    struct timespec until;
    timespec_get(&until, TIME_UTC);
    until.tv_nsec += 50 * 1000000L;
    clock_gettime(CLOCK_REALTIME, &kept.until);
    kept.until.tv_nsec += 999999999;
    pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&own);
    int result = WHICH == 0   ? pthread_mutex_timedlock(&mutex, &until)
                 : WHICH == 1 ? pthread_rwlock_timedrdlock(&lock, &until)
                 : WHICH == 2 ? pthread_rwlock_timedwrlock(&lock, &until)
                 : WHICH == 3 ? error(sem_timedwait(&sem, &until))
                 : WHICH == 4 ? error(mtx_timedlock(&mtx, &until))
                 : WHICH == 5 ? pthread_cond_clockwait(&cond, &own, CLOCK_MONOTONIC, &until)
                 : WHICH == 6 ? pthread_cond_timedwait(&cond, &own, &kept.until)
                 : WHICH == 7 ? error(sem_clockwait(&sem, CLOCK_REALTIME, &until))
                              : pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &until);
    assert(result != EINVAL); /*@refused*/
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&sem, 0, 0);
    mtx_init(&mtx, mtx_timed);
    mtx_lock(&mtx);
    pthread_mutex_lock(&mutex);
    pthread_rwlock_wrlock(&lock);
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
