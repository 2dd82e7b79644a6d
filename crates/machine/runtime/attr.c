/* Thread attributes: the detach state counts, the others are kept and have no effect. */
#include "tb.h"

int pthread_attr_init(pthread_attr_t *attr)
{
    __builtin_memset(attr, 0, sizeof *attr);
    attr->data.stack_size = 8u << 20;
    attr->data.guard_size = 4096;
    return 0;
}

int pthread_attr_destroy(pthread_attr_t *attr)
{
    (void)attr;
    return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *attr, int state)
{
    if (state < 0 || state > 1)
        return EINVAL;
    attr->data.detached = state;
    return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *attr, int *state)
{
    *state = attr->data.detached;
    return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attr, size_t size)
{
    if (size < 16384)
        return EINVAL;
    attr->data.stack_size = size;
    return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *attr, size_t *size)
{
    *size = attr->data.stack_size;
    return 0;
}

int pthread_attr_setstack(pthread_attr_t *attr, void *stack, size_t size)
{
    if (size < 16384)
        return EINVAL;
    attr->data.stack = stack;
    attr->data.stack_size = size;
    return 0;
}

int pthread_attr_getstack(const pthread_attr_t *attr, void **stack, size_t *size)
{
    *stack = attr->data.stack;
    *size = attr->data.stack_size;
    return 0;
}

/* The older way: where the stack begins, which grows downwards. */
int pthread_attr_setstackaddr(pthread_attr_t *attr, void *stack)
{
    attr->data.stack = stack;
    return 0;
}

int pthread_attr_getstackaddr(const pthread_attr_t *attr, void **stack)
{
    *stack = attr->data.stack;
    return 0;
}

/* What threads are started with that are given no attributes. */
int pthread_getattr_default_np(pthread_attr_t *attr)
{
    return pthread_attr_init(attr);
}

int pthread_attr_setguardsize(pthread_attr_t *attr, size_t size)
{
    attr->data.guard_size = size;
    return 0;
}

int pthread_attr_getguardsize(const pthread_attr_t *attr, size_t *size)
{
    *size = attr->data.guard_size;
    return 0;
}

int pthread_attr_setinheritsched(pthread_attr_t *attr, int inherit)
{
    if (inherit < 0 || inherit > 1)
        return EINVAL;
    attr->data.inherit = inherit;
    return 0;
}

int pthread_attr_getinheritsched(const pthread_attr_t *attr, int *inherit)
{
    *inherit = attr->data.inherit;
    return 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t *attr, int policy)
{
    if (policy < 0 || policy > 2)
        return EINVAL;
    attr->data.policy = policy;
    return 0;
}

int pthread_attr_getschedpolicy(const pthread_attr_t *attr, int *policy)
{
    *policy = attr->data.policy;
    return 0;
}

/* Of the policies 1 and 2 from 1 to 99, else 0. */
int pthread_attr_setschedparam(pthread_attr_t *attr, const int *priority)
{
    int policy = attr->data.policy;
    if (policy == 1 || policy == 2 ? *priority < 1 || *priority > 99 : *priority != 0)
        return EINVAL;
    attr->data.priority = *priority;
    return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *attr, int *priority)
{
    *priority = attr->data.priority;
    return 0;
}

int pthread_attr_setscope(pthread_attr_t *attr, int scope)
{
    if (scope != 0)
        return scope == 1 ? ENOTSUP : EINVAL;
    attr->data.scope = scope;
    return 0;
}

int pthread_attr_getscope(const pthread_attr_t *attr, int *scope)
{
    *scope = attr->data.scope;
    return 0;
}

/* Kept, as POSIX says, and without effect. */
static _Atomic int __tb_concurrency;

int pthread_setconcurrency(int level)
{
    if (level < 0)
        return EINVAL;
    __tb_concurrency = level;
    return 0;
}

int pthread_getconcurrency(void)
{
    return __tb_concurrency;
}

/* Without fork, which is refused, the handlers are never called. */
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    (void)prepare, (void)parent, (void)child;
    return 0;
}
