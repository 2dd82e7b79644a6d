/* C11 <threads.h>, over pthread, with glibc's constants. */
#include "tb.h"

enum { thrd_success, thrd_busy, thrd_error, thrd_nomem, thrd_timedout };

typedef int (*thrd_start_t)(void *);
typedef void (*tss_dtor_t)(void *);

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attr);
int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until);
int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex);
int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *until);
int pthread_key_create(pthread_key_t *key, void (*destructor)(void *));
int pthread_key_delete(pthread_key_t key);
int pthread_setspecific(pthread_key_t key, const void *value);
void *pthread_getspecific(pthread_key_t key);
int pthread_once(pthread_once_t *once, void (*routine)(void));

static int status(int error)
{
    switch (error) {
    case 0:
        return thrd_success;
    case EBUSY:
        return thrd_busy;
    case ENOMEM:
        return thrd_nomem;
    case ETIMEDOUT:
        return thrd_timedout;
    default:
        return thrd_error;
    }
}

int thrd_create(pthread_t *thread, thrd_start_t start, void *argument)
{
    /* An int comes back in the same register as a pointer. */
    return status(pthread_create(thread, NULL, (void *(*)(void *))(void *)start, argument));
}

int thrd_join(pthread_t thread, int *result)
{
    void *value = NULL;
    int error = pthread_join(thread, &value);
    if (result)
        *result = (int)(long)value;
    return status(error);
}

int thrd_detach(pthread_t thread)
{
    return status(pthread_detach(thread));
}

pthread_t thrd_current(void)
{
    return pthread_self();
}

int thrd_equal(pthread_t a, pthread_t b)
{
    return a == b;
}

_Noreturn void thrd_exit(int result)
{
    pthread_exit((void *)(long)result);
}

void thrd_yield(void)
{
}

int thrd_sleep(const struct timespec *duration, struct timespec *remaining)
{
    (void)remaining;
    __tb_point();
    return tb_is_valid(duration) && duration->tv_sec >= 0 ? 0 : -2;
}

/* mtx_recursive is 1, mtx_timed 2. A bit of the kind that no static initialiser has. */
#define TIMED 32
void __tb_misused_timedlock(void);

int mtx_init(pthread_mutex_t *mutex, int type)
{
    int result = __tb_mutex_init(mutex, type & 1, 0);
    mutex->data.kind = (type & 1) | (type & 2 ? TIMED : 0);
    return status(result);
}

void mtx_destroy(pthread_mutex_t *mutex)
{
    __tb_mutex_destroy(mutex);
}

int mtx_lock(pthread_mutex_t *mutex)
{
    return status(__tb_mutex_lock(mutex));
}

int mtx_trylock(pthread_mutex_t *mutex)
{
    return status(__tb_mutex_trylock(mutex));
}

int mtx_timedlock(pthread_mutex_t *mutex, const struct timespec *until)
{
    if (!(mutex->data.kind & TIMED))
        __tb_misused_timedlock();
    int result = __tb_mutex_timedlock(mutex);
    if (result == ETIMEDOUT) {
        time_t second = until->tv_sec;
        if (!tb_is_valid(until))
            return thrd_error;
        __tb_timed_out(second);
    }
    return status(result);
}

int mtx_unlock(pthread_mutex_t *mutex)
{
    return status(__tb_mutex_unlock(mutex));
}

int cnd_init(pthread_cond_t *cond)
{
    return status(__tb_cond_init(cond));
}

void cnd_destroy(pthread_cond_t *cond)
{
    __tb_cond_destroy(cond);
}

int cnd_signal(pthread_cond_t *cond)
{
    return status(__tb_cond_signal(cond));
}

int cnd_broadcast(pthread_cond_t *cond)
{
    return status(__tb_cond_broadcast(cond));
}

int cnd_wait(pthread_cond_t *cond, pthread_mutex_t *mutex)
{
    return status(pthread_cond_wait(cond, mutex));
}

int cnd_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *until)
{
    return status(pthread_cond_timedwait(cond, mutex, until));
}

void call_once(pthread_once_t *once, void (*routine)(void))
{
    pthread_once(once, routine);
}

int tss_create(pthread_key_t *key, tss_dtor_t destructor)
{
    return status(pthread_key_create(key, destructor));
}

void tss_delete(pthread_key_t key)
{
    pthread_key_delete(key);
}

void *tss_get(pthread_key_t key)
{
    return pthread_getspecific(key);
}

int tss_set(pthread_key_t key, void *value)
{
    return status(pthread_setspecific(key, value));
}
