/* Condition variables. The order of the four steps is what makes waiting atomic: the thread is in the queue before it
 * releases the mutex. */
#include "tb.h"

#define CLOCK 1u
#define SHARED 2u

int pthread_condattr_init(pthread_condattr_t *attr)
{
    attr->bits = 0;
    return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *attr)
{
    attr->bits = ~0u;
    return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *attr, int clock)
{
    if (clock < 0 || clock > 1 || attr->bits == ~0u)
        return EINVAL;
    attr->bits = (attr->bits & ~CLOCK) | (clock ? CLOCK : 0);
    return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t *attr, int *clock)
{
    *clock = (attr->bits & CLOCK) != 0;
    return 0;
}

int pthread_condattr_setpshared(pthread_condattr_t *attr, int shared)
{
    if (shared < 0 || shared > 1 || attr->bits == ~0u)
        return EINVAL;
    attr->bits = (attr->bits & ~SHARED) | (shared ? SHARED : 0);
    return 0;
}

int pthread_condattr_getpshared(const pthread_condattr_t *attr, int *shared)
{
    *shared = (attr->bits & SHARED) != 0;
    return 0;
}

int pthread_cond_init(pthread_cond_t *cond, const pthread_condattr_t *attr)
{
    if (attr && attr->bits == ~0u)
        return EINVAL;
    return __tb_cond_init(cond);
}

int pthread_cond_destroy(pthread_cond_t *cond)
{
    return __tb_cond_destroy(cond);
}

static int wait(pthread_cond_t *cond, pthread_mutex_t *mutex, int timed)
{
    __tb_cond_enter(cond, mutex);
    int result = __tb_mutex_unlock(mutex);
    if (result) {
        __tb_cond_leave(cond);
        return result;
    }
    int woken = __tb_cond_await(cond, timed, __tb_spurious());
    result = __tb_mutex_lock(mutex);
    if (woken == EINTR)
        __tb_cancelled();
    return result ? result : woken;
}

int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex)
{
    return wait(cond, mutex, 0);
}

int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *until)
{
    time_t second = until->tv_sec;
    if (!tb_is_valid(until))
        return EINVAL;
    int result = wait(cond, mutex, 1);
    if (result == ETIMEDOUT)
        __tb_timed_out(second);
    return result;
}

int pthread_cond_clockwait(pthread_cond_t *cond, pthread_mutex_t *mutex, int clock, const struct timespec *until)
{
    if (clock < 0 || clock > 1)
        return EINVAL;
    return pthread_cond_timedwait(cond, mutex, until);
}
