/* Cancellation, deferred. Who calls pthread_cancel pays for it: what it links takes the place of what waits, and of the points at which
 * a thread may be cancelled (`__tb_instead_...`), which are nothing in other programs.
 *
 * Each thread has a word, which says whether it is to be cancelled, and what it waits for. Waiting is said there before it begins. Who cancels
 * says so, and finds there what to interrupt, in one step. That may come late, when the thread waits no more; then nothing comes of
 * it, even if there is no object any more. The thread goes on when that is done: else a later wait, which cannot be cancelled, would be interrupted.
 *
 * If what a thread waits for has come and it is cancelled, both may happen (POSIX 2.9.5): a choice. */
#include "tb.h"

#define CANCELED ((void *)-1L)
#define BIT(n) (1ULL << (n))
#define REQUESTED BIT(63)
#define ENDED BIT(62)
#define DONE BIT(59)
#define KIND (BIT(61) | BIT(60))
#define CONDITION BIT(60)
#define SEMAPHORE BIT(61)
#define END (BIT(61) | BIT(60))

enum { ECANCELED = 125 };
enum { PASSES, WAITS, CANCELLED };

static _Thread_local int __tb_cancel_state, __tb_cancel_type, __tb_leaving;
static _Atomic unsigned long long __tb_cancels[MOST_THREADS];

int pthread_setcancelstate(int state, int *old)
{
    if (state < 0 || state > 1)
        return EINVAL;
    if (old)
        *old = __tb_cancel_state;
    __tb_cancel_state = state;
    return 0;
}

int pthread_setcanceltype(int type, int *old)
{
    if (type < 0 || type > 1)
        return EINVAL;
    if (old)
        *old = __tb_cancel_type;
    __tb_cancel_type = type;
    if (type)
        __tb_asynchronous();
    return 0;
}

void pthread_testcancel(void)
{
    __tb_point();
}

static _Atomic unsigned long long *mine(void)
{
    return &__tb_cancels[pthread_self() - 1];
}

/* Whether the thread can be cancelled now. Who ends is not any more. */
static int is_open(void)
{
    return !__tb_cancel_state && !__tb_leaving;
}

/* The locks that functions on streams hold; they call one another, and a handler may call another one. */
static _Thread_local pthread_mutex_t *__tb_held[8];
static _Thread_local int __tb_holds;

int __tb_instead___tb_hold(pthread_mutex_t *lock)
{
    int result = __tb_mutex_lock(lock);
    __tb_held[__tb_holds++] = lock;
    return result;
}

int __tb_instead___tb_let_go(pthread_mutex_t *lock)
{
    __tb_holds--;
    return __tb_mutex_unlock(lock);
}

void __tb_instead___tb_cancelled(void)
{
    __tb_tell(IS_CANCELLED, 0, NULL, 0, 0);
    while (__tb_holds > 0)
        __tb_mutex_unlock(__tb_held[--__tb_holds]);
    pthread_exit(CANCELED);
}

void __tb_instead___tb_point(void)
{
    if (is_open() && *mine() & REQUESTED)
        __tb_instead___tb_cancelled();
}

/* Functions that print or read may be such points, but need not. The machine calls it after each output. */
void __tb_instead___tb_may_point(void)
{
    if (is_open() && *mine() & REQUESTED && __tb_either())
        __tb_instead___tb_cancelled();
}

/* What the thread waits for, before it does. */
static int begin(unsigned long long object)
{
    unsigned long long idle = 0;
    if (!is_open())
        return PASSES;
    return __c11_atomic_compare_exchange_strong(mine(), &idle, object, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ? WAITS : CANCELLED;
}

/* It waits no more. */
static void end(int how)
{
    if (how == WAITS && __c11_atomic_fetch_and(mine(), REQUESTED | DONE, __ATOMIC_SEQ_CST) & REQUESTED)
        while (!(*mine() & DONE))
            ;
}

int __tb_instead___tb_cond_await(void *cond, int timed, int spurious)
{
    int how = begin((unsigned long)cond | CONDITION);
    if (how == CANCELLED) {
        __tb_cond_give_up(cond);
        return EINTR;
    }
    int result = __tb_cond_awake(cond, timed, spurious);
    end(how);
    if (result != ECANCELED)
        return result;
    if (__tb_either()) {
        __tb_cond_give_up(cond);
        return EINTR;
    }
    /* Another thread may have taken the signal. */
    return __tb_cond_awake(cond, 1, 0) ? EINTR : 0;
}

/* EINTR if it is cancelled; then it has taken nothing. */
static int await_semaphore(void *sem, int timed)
{
    int result, how = begin((unsigned long)sem | SEMAPHORE);
    if (how == PASSES)
        return timed ? __tb_sem_timedwait(sem) : __tb_sem_wait(sem);
    if (how == CANCELLED)
        return EINTR;
    result = timed ? __tb_sem_timedawait(sem) : __tb_sem_await(sem);
    end(how);
    if (result == ECANCELED)
        return __tb_either() || __tb_sem_trywait(sem) ? EINTR : 0;
    return result;
}

static int await_or_end(void *sem, int timed)
{
    int result = await_semaphore(sem, timed);
    if (result == EINTR)
        __tb_instead___tb_cancelled();
    return result;
}

/* These two are linked where the program calls functions that wait so (frontend, runtime.rs). */
int __tb_instead_sem_wait(sem_t *sem)
{
    return tb_failed(await_or_end(sem, 0));
}

int __tb_instead___tb_sem_await_until(void *sem)
{
    return await_or_end(sem, 1);
}

/* Who takes gives back, so what is there can be taken at once, or soon. */
int __tb_instead___tb_await(void *sem)
{
    int how = begin((unsigned long)sem | SEMAPHORE);
    if (how == CANCELLED)
        return EINTR;
    int result = how == WAITS ? __tb_sem_await(sem) : __tb_sem_wait(sem);
    end(how);
    if (result == ECANCELED && !__tb_either())
        result = __tb_sem_wait(sem);
    if (result)
        return EINTR;
    __tb_sem_post(sem);
    return 0;
}

int __tb_join_at_once(pthread_t thread, void **result);
int __tb_is_joinable(pthread_t thread);

/* A thread that is cancelled while it waits here has not joined the other one. */
int __tb_instead___tb_join(pthread_t thread, void **result)
{
    if (__tb_is_joinable(thread)) {
        int how = begin(thread | END);
        if (how == CANCELLED)
            __tb_instead___tb_cancelled();
        int woken = __tb_end_await(thread);
        end(how);
        if (woken == EINTR || (woken == ECANCELED && __tb_either()))
            __tb_instead___tb_cancelled();
    }
    return __tb_join_at_once(thread, result);
}

void __tb_instead___tb_thread_leaves(void)
{
    __tb_leaving = 1;
}

_Noreturn void __tb_exit(void *result);

_Noreturn void __tb_instead_pthread_exit(void *result)
{
    __tb_leaving = 1;
    __tb_exit(result);
}

void __tb_instead___tb_thread_gone(void)
{
    __c11_atomic_fetch_or(mine(), ENDED, __ATOMIC_SEQ_CST);
    __tb_end_tell();
}

void __tb_unsupported_asynchronous(void);

void __tb_instead___tb_asynchronous(void)
{
    __tb_unsupported_asynchronous();
}

static void keep_what_can_be_cancelled(void)
{
    __tb_keep(__tb_instead___tb_cancelled);
    __tb_keep(__tb_instead___tb_point);
    __tb_keep(__tb_instead___tb_cond_await);
    __tb_keep(__tb_instead___tb_await);
    __tb_keep(__tb_instead___tb_join);
    __tb_keep(__tb_instead_pthread_exit);
    __tb_keep(__tb_instead___tb_thread_leaves);
    __tb_keep(__tb_instead___tb_thread_gone);
    __tb_keep(__tb_instead___tb_asynchronous);
    __tb_keep(__tb_instead___tb_may_point);
    __tb_keep(__tb_instead___tb_hold);
    __tb_keep(__tb_instead___tb_let_go);
    __tb_keep(__tb_thread_exit);
}

int pthread_cancel(pthread_t thread)
{
    keep_what_can_be_cancelled();
    __tb_check_thread(thread, 0, CANCELS);
    __tb_tell(ASKS_TO_END, (long)thread - 1, NULL, 0, 0);
    unsigned long long before = __c11_atomic_fetch_or(&__tb_cancels[thread - 1], REQUESTED, __ATOMIC_SEQ_CST);
    if (before & ENDED)
        __tb_check_ended(thread, CANCELS);
    if (before & (REQUESTED | ENDED))
        return 0;
    if (!before)
        return 0;
    unsigned long object = (unsigned long)(before & ~KIND);
    switch (before & KIND) {
    case CONDITION:
        __tb_cond_interrupt((void *)object, thread);
        break;
    case SEMAPHORE:
        __tb_sem_interrupt((void *)object, thread);
        break;
    case END:
        __tb_end_interrupt(object, thread);
        break;
    }
    __c11_atomic_fetch_or(&__tb_cancels[thread - 1], DONE, __ATOMIC_SEQ_CST);
    return 0;
}
