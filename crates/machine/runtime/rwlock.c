/* Reader-writer locks: attributes, initialisation, timed locks. The others are primitives (src/libs/sync.rs). */
#include "tb.h"

#define SHARED 1u

int pthread_rwlockattr_init(pthread_rwlockattr_t *attr)
{
    attr->bits = 0;
    return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attr)
{
    attr->bits = ~0u;
    return 0;
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attr, int shared)
{
    if (shared < 0 || shared > 1 || attr->bits == ~0u)
        return EINVAL;
    attr->bits = (attr->bits & ~SHARED) | (unsigned)shared;
    return 0;
}

int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *attr, int *shared)
{
    *shared = (int)(attr->bits & SHARED);
    return 0;
}

/* Kinds 0 and 1 let readers in while a writer waits, as the model does; 2 does not, which can deadlock a thread that
 * reads twice: refused, because the model would not see that. */
int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attr, int kind)
{
    if (kind < 0 || kind > 2)
        return EINVAL;
    if (kind == 2)
        __tb_unsupported_rwlock_prefer_writer();
    attr->bits = (attr->bits & SHARED) | (unsigned)kind << 1;
    return 0;
}

int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attr, int *kind)
{
    *kind = (int)(attr->bits >> 1 & 3);
    return 0;
}

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attr)
{
    if (attr && attr->bits == ~0u)
        return EINVAL;
    return __tb_rwlock_init(lock);
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
    return __tb_rwlock_destroy(lock);
}

static int lock_until(pthread_rwlock_t *lock, int (*locks)(void *), const struct timespec *until)
{
    time_t second = until->tv_sec;
    if (!tb_is_valid(until))
        return EINVAL;
    int result = locks(lock);
    if (result == ETIMEDOUT)
        __tb_timed_out(second);
    return result;
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    return lock_until(lock, __tb_rwlock_timedrdlock, until);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    return lock_until(lock, __tb_rwlock_timedwrlock, until);
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, int clock, const struct timespec *until)
{
    return clock < 0 || clock > 1 ? EINVAL : pthread_rwlock_timedrdlock(lock, until);
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, int clock, const struct timespec *until)
{
    return clock < 0 || clock > 1 ? EINVAL : pthread_rwlock_timedwrlock(lock, until);
}
