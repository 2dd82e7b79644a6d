//@ check: liveness line=@poll thread=1 message="waits for `ready` to change from 0, and no thread is left to write that"
//@ check --model rc11: liveness line=@poll thread=1
// Nobody sets `ready`. Main's section may come last: then T1 reads once more, in other executions.
#include <pthread.h>

#ifdef READ_WRITE
static pthread_rwlock_t m = PTHREAD_RWLOCK_INITIALIZER;
#define LOCK pthread_rwlock_rdlock
#define WRITE pthread_rwlock_wrlock
#define UNLOCK pthread_rwlock_unlock
#else
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#define LOCK pthread_mutex_lock
#define WRITE pthread_mutex_lock
#define UNLOCK pthread_mutex_unlock
#endif
static int ready, other;

static void *poll(void *arg)
{
    for (;;) {
        LOCK(&m);
        int seen = ready; /*@poll*/
        UNLOCK(&m);
        if (seen)
            return arg;
    }
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, poll, NULL);
    WRITE(&m);
    other = 1;
    UNLOCK(&m);
    pthread_join(thread, NULL);
    return 0;
}
