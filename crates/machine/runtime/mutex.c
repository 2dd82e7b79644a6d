/* Mutexes: attributes and initialisation, timed locks, robust mutexes. pthread_mutex_lock, _trylock and _unlock are
 * primitives of the machine (src/libs/sync.rs) unless the program uses robust mutexes. */
#include "tb.h"

/* Bits of an attribute object, and of the kind of an initialised mutex. */
#define KIND 3u
#define ROBUST 16u
#define SHARED 64u
#define PROTOCOL_SHIFT 8
#define PROTOCOL (3u << PROTOCOL_SHIFT)
#define CEILING_SHIFT 12
#define CEILING (0xFFFu << CEILING_SHIFT)

int pthread_mutexattr_init(pthread_mutexattr_t *attr)
{
    attr->bits = 0;
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attr)
{
    attr->bits = ~0u;
    return 0;
}

static int set(unsigned *bits, unsigned mask, unsigned value)
{
    if (*bits == ~0u)
        return EINVAL;
    *bits = (*bits & ~mask) | value;
    return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attr, int type)
{
    return type < 0 || type > 3 ? EINVAL : set(&attr->bits, KIND, (unsigned)type);
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *attr, int *type)
{
    *type = (int)(attr->bits & KIND);
    return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attr, int shared)
{
    return shared < 0 || shared > 1 ? EINVAL : set(&attr->bits, SHARED, shared ? SHARED : 0);
}

int pthread_mutexattr_getpshared(const pthread_mutexattr_t *attr, int *shared)
{
    *shared = (attr->bits & SHARED) != 0;
    return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attr, int protocol)
{
    return protocol < 0 || protocol > 2 ? EINVAL : set(&attr->bits, PROTOCOL, (unsigned)protocol << PROTOCOL_SHIFT);
}

int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attr, int *protocol)
{
    *protocol = (int)((attr->bits & PROTOCOL) >> PROTOCOL_SHIFT);
    return 0;
}

/* Between the priorities that there are; without effect. */
int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attr, int ceiling)
{
    return ceiling < 1 || ceiling > 99 ? EINVAL : set(&attr->bits, CEILING, (unsigned)ceiling << CEILING_SHIFT);
}

int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *attr, int *ceiling)
{
    int kept = (int)((attr->bits & CEILING) >> CEILING_SHIFT);
    *ceiling = kept ? kept : 1;
    return 0;
}

int __tb_instead_pthread_mutex_lock(pthread_mutex_t *mutex);
int __tb_instead_pthread_mutex_trylock(pthread_mutex_t *mutex);
int __tb_instead_pthread_mutex_unlock(pthread_mutex_t *mutex);

/* Who makes robust mutexes pays for them: the locks that keep book replace the primitives. */
int pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robust)
{
    __tb_keep(__tb_instead_pthread_mutex_lock);
    __tb_keep(__tb_instead_pthread_mutex_trylock);
    __tb_keep(__tb_instead_pthread_mutex_unlock);
    __tb_keep(__tb_thread_exit);
    return robust < 0 || robust > 1 ? EINVAL : set(&attr->bits, ROBUST, robust ? ROBUST : 0);
}

int pthread_mutexattr_setrobust_np(pthread_mutexattr_t *attr, int robust)
{
    return pthread_mutexattr_setrobust(attr, robust);
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attr, int *robust)
{
    *robust = (attr->bits & ROBUST) != 0;
    return 0;
}

int pthread_mutexattr_getrobust_np(const pthread_mutexattr_t *attr, int *robust)
{
    return pthread_mutexattr_getrobust(attr, robust);
}

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attr)
{
    unsigned bits = attr ? attr->bits : 0;
    if (bits == ~0u)
        return EINVAL;
    /* An adaptive mutex is a normal one that spins a little. */
    int kind = (bits & KIND) == 3 ? 0 : (int)(bits & KIND);
    int result = __tb_mutex_init(mutex, kind, (bits & ROBUST) != 0);
    mutex->data.kind = (int)(bits & (KIND | ROBUST));
    return result;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    return __tb_mutex_destroy(mutex);
}

int pthread_mutex_consistent(pthread_mutex_t *mutex)
{
    return __tb_mutex_consistent(mutex);
}

int pthread_mutex_consistent_np(pthread_mutex_t *mutex)
{
    return __tb_mutex_consistent(mutex);
}

/* The robust mutexes that the thread holds, one entry for each time it has locked one. */
#define HELD_MAX 64
static _Thread_local pthread_mutex_t *__tb_held[HELD_MAX];
static _Thread_local unsigned __tb_held_count;

/* Defined with the locks that keep book: a timed lock is noted only if those are linked. */
void __tb_robust_note(pthread_mutex_t *mutex, int result)
{
    if ((result != 0 && result != EOWNERDEAD) || !(mutex->data.kind & (int)ROBUST))
        return;
    if (__tb_held_count == HELD_MAX)
        __tb_unsupported_more_robust_mutexes();
    __tb_held[__tb_held_count++] = mutex;
}

int __tb_instead_pthread_mutex_lock(pthread_mutex_t *mutex)
{
    int result = __tb_mutex_lock(mutex);
    __tb_robust_note(mutex, result);
    return result;
}

int __tb_instead_pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    int result = __tb_mutex_trylock(mutex);
    __tb_robust_note(mutex, result);
    return result;
}

int __tb_instead_pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    for (unsigned i = __tb_held_count; i-- > 0;) {
        if (__tb_held[i] != mutex)
            continue;
        for (__tb_held_count--; i < __tb_held_count; i++)
            __tb_held[i] = __tb_held[i + 1];
        break;
    }
    return __tb_mutex_unlock(mutex);
}

void __tb_robust_exit(void)
{
    while (__tb_held_count > 0)
        __tb_mutex_owner_died(__tb_held[--__tb_held_count]);
}

int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until)
{
    int result = __tb_mutex_timedlock(mutex);
    if (result == ETIMEDOUT) {
        time_t second = until->tv_sec;
        if (!tb_is_valid(until))
            return EINVAL;
        __tb_timed_out(second);
    }
    __tb_robust_note(mutex, result);
    return result;
}

int pthread_mutex_clocklock(pthread_mutex_t *mutex, int clock, const struct timespec *until)
{
    return clock < 0 || clock > 1 ? EINVAL : pthread_mutex_timedlock(mutex, until);
}
