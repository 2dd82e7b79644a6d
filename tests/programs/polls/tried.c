//@ check --unroll 3: assertion line=@late
//@ check --unroll 3 --model rc11: assertion line=@late
// T2 finds the lock held by T1, in a round that comes to nothing; then main sets `ready`. Were that
// round left out, T2 would find the lock free.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#if defined(READ_WRITE)
static pthread_rwlock_t m = PTHREAD_RWLOCK_INITIALIZER;
#define LOCK pthread_rwlock_wrlock
#define TRY pthread_rwlock_tryrdlock
#define UNLOCK pthread_rwlock_unlock
#elif defined(SPIN)
static pthread_spinlock_t m;
#define LOCK pthread_spin_lock
#define TRY pthread_spin_trylock
#define UNLOCK pthread_spin_unlock
#else
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#define LOCK pthread_mutex_lock
#define TRY pthread_mutex_trylock
#define UNLOCK pthread_mutex_unlock
#endif
static int ready;
static atomic_int failed;

static void *poll(void *arg)
{
    int seen;
    do {
        LOCK(&m);
        seen = ready;
        UNLOCK(&m);
    } while (!seen);
    assert(!failed); /*@late*/
    return arg;
}

static void *try(void *arg)
{
    if (TRY(&m))
        failed = 1;
    else
        UNLOCK(&m);
    return arg;
}

int main(void)
{
    pthread_t poller, other;
#ifdef SPIN
    pthread_spin_init(&m, PTHREAD_PROCESS_PRIVATE);
#endif
    pthread_create(&poller, NULL, poll, NULL);
    pthread_create(&other, NULL, try, NULL);
    pthread_join(other, NULL);
    LOCK(&m);
    ready = 1;
    UNLOCK(&m);
    pthread_join(poller, NULL);
    return 0;
}
