/* Spin locks, barriers, once, semaphores. */
#include "tb.h"

int pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
    (void)shared;
    return __tb_spin_init(lock);
}

int pthread_spin_destroy(pthread_spinlock_t *lock)
{
    return __tb_spin_destroy(lock);
}

int pthread_barrierattr_init(pthread_barrierattr_t *attr)
{
    attr->bits = 0;
    return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *attr)
{
    attr->bits = ~0u;
    return 0;
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t *attr, int shared)
{
    if (shared < 0 || shared > 1 || attr->bits == ~0u)
        return EINVAL;
    attr->bits = (unsigned)shared;
    return 0;
}

int pthread_barrierattr_getpshared(const pthread_barrierattr_t *attr, int *shared)
{
    *shared = (int)attr->bits;
    return 0;
}

int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attr, unsigned count)
{
    if (count == 0 || count > INT_MAX || (attr && attr->bits == ~0u))
        return EINVAL;
    return __tb_barrier_init(barrier, count);
}

int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    return __tb_barrier_destroy(barrier);
}

int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    if (__tb_barrier_arrive(barrier))
        return -1; /* PTHREAD_BARRIER_SERIAL_THREAD */
    __tb_barrier_leave(barrier);
    return 0;
}

struct once_call {
    int returned;
};

void __tb_once_left(void);

static void leave_once(struct once_call *call)
{
    if (!call->returned)
        __tb_once_left();
}

/* A routine that ends its thread has not been called: somebody else calls it again, which is not modelled. */
int pthread_once(pthread_once_t *once, void (*routine)(void))
{
    if (__tb_once_enter(once)) {
        __attribute__((cleanup(leave_once))) struct once_call call = {0};
        routine();
        call.returned = 1;
        __tb_once_done(once);
    }
    return 0;
}

int sem_init(sem_t *sem, int shared, unsigned value)
{
    (void)shared;
    return value > INT_MAX ? tb_failed(EINVAL) : __tb_sem_init(sem, value);
}

int sem_destroy(sem_t *sem)
{
    return __tb_sem_destroy(sem);
}

int sem_post(sem_t *sem)
{
    return tb_failed(__tb_sem_post(sem));
}

int sem_trywait(sem_t *sem)
{
    return tb_failed(__tb_sem_trywait(sem));
}

int sem_timedwait(sem_t *sem, const struct timespec *until)
{
    time_t second = until->tv_sec;
    if (!tb_is_valid(until))
        return tb_failed(EINVAL);
    int result = __tb_sem_await_until(sem);
    if (result == ETIMEDOUT)
        __tb_timed_out(second);
    return tb_failed(result);
}

int sem_clockwait(sem_t *sem, int clock, const struct timespec *until)
{
    return clock < 0 || clock > 1 ? tb_failed(EINVAL) : sem_timedwait(sem, until);
}

int sem_getvalue(sem_t *sem, int *value)
{
    *value = __tb_sem_getvalue(sem);
    return 0;
}
