//@ check: data-race line=@read|@write other=@read|@write
//@ check --model sc: data-race line=@read|@write other=@read|@write
//@ check --model tso: data-race line=@read|@write other=@read|@write
//@ check --model pso: data-race line=@read|@write other=@read|@write
//@ check --model ra: data-race line=@read|@write other=@read|@write
//@ check --model rc11: data-race line=@read|@write other=@read|@write
//@ check --explorer source: data-race line=@read|@write other=@read|@write
//@ check --explorer optimal: data-race line=@read|@write other=@read|@write
//@ check --explorer observers: data-race line=@read|@write other=@read|@write
//@ check --explorer rf: data-race line=@read|@write other=@read|@write
//@ check --explorer rvf: data-race line=@read|@write other=@read|@write
//@ check --explorer unfolding --races report: data-race line=@read|@write other=@read|@write
//@ check --explorer vc: data-race line=@read|@write other=@read|@write
//@ check --explorer dc: data-race line=@read|@write other=@read|@write
//@ check --races explore: safe
// The other thread writes `data`, then takes the lock for a moment. If the try falls into that moment it fails, which tells that `data` was
// written, but orders nothing (C11 7.26.4.5; POSIX 4.12 leaves open what a function does that fails): the read and the write race. If the try
// succeeds `data` is not read. Where all accesses are explored there are no races, and nothing is asserted.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <threads.h>
#include <time.h>

static int data;

#if defined TIMED
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void init(void) {}
static void lock(void) { pthread_mutex_lock(&m); }
static void unlock(void) { pthread_mutex_unlock(&m); }
static int try(void) { return pthread_mutex_timedlock(&m, &(struct timespec){0}); }
#elif defined ERRORCHECK
static pthread_mutex_t m;
static void init(void)
{
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&m, &kind);
}
static void lock(void) { pthread_mutex_lock(&m); }
static void unlock(void) { pthread_mutex_unlock(&m); }
static int try(void) { return pthread_mutex_trylock(&m); }
#elif defined C11_MUTEX
static mtx_t m;
static void init(void) { mtx_init(&m, mtx_plain); }
static void lock(void) { mtx_lock(&m); }
static void unlock(void) { mtx_unlock(&m); }
static int try(void) { return mtx_trylock(&m) != thrd_success; }
#elif defined SPIN
static pthread_spinlock_t m;
static void init(void) { pthread_spin_init(&m, 0); }
static void lock(void) { pthread_spin_lock(&m); }
static void unlock(void) { pthread_spin_unlock(&m); }
static int try(void) { return pthread_spin_trylock(&m); }
#elif defined READER
static pthread_rwlock_t m = PTHREAD_RWLOCK_INITIALIZER;
static void init(void) {}
static void lock(void) { pthread_rwlock_wrlock(&m); }
static void unlock(void) { pthread_rwlock_unlock(&m); }
static int try(void) { return pthread_rwlock_tryrdlock(&m); }
#elif defined WRITER
static pthread_rwlock_t m = PTHREAD_RWLOCK_INITIALIZER;
static void init(void) {}
static void lock(void) { pthread_rwlock_rdlock(&m); }
static void unlock(void) { pthread_rwlock_unlock(&m); }
static int try(void) { return pthread_rwlock_trywrlock(&m); }
#elif defined TIMED_WRITER
static pthread_rwlock_t m = PTHREAD_RWLOCK_INITIALIZER;
static void init(void) {}
static void lock(void) { pthread_rwlock_rdlock(&m); }
static void unlock(void) { pthread_rwlock_unlock(&m); }
static int try(void) { return pthread_rwlock_timedwrlock(&m, &(struct timespec){0}); }
#elif defined SEMAPHORE
static sem_t m;
static void init(void) { sem_init(&m, 0, 1); }
static void lock(void) { sem_wait(&m); }
static void unlock(void) { sem_post(&m); }
static int try(void) { return sem_trywait(&m); }
#elif defined VALUE
// Here it is the post that was seen if the value is 1.
static sem_t m;
static void init(void) { sem_init(&m, 0, 0); }
static void lock(void) { sem_post(&m); }
static void unlock(void) {}
static int try(void)
{
    int value;
    sem_getvalue(&m, &value);
    return value == 1;
}
#define KEEPS_NOTHING
#else
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void init(void) {}
static void lock(void) { pthread_mutex_lock(&m); }
static void unlock(void) { pthread_mutex_unlock(&m); }
static int try(void) { return pthread_mutex_trylock(&m); }
#endif

static void *tries(void *arg)
{
#ifdef LOOP
    for (int i = 0; i < 2; i++)
        if (try() == 0) {
            unlock();
            return NULL;
        }
    return data == 7 ? arg : NULL; /*@read*/
#else
    if (try())
        return data == 7 ? arg : NULL; /*@read*/
#ifndef KEEPS_NOTHING
    unlock();
#endif
    return NULL;
#endif
}

static void *holds(void *arg)
{
    data = 1; /*@write*/
    lock();
    unlock();
    return arg;
}

int main(void)
{
    pthread_t a, b;
    init();
    pthread_create(&a, NULL, tries, NULL);
    pthread_create(&b, NULL, holds, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
