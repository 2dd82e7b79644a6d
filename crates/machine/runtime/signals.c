/* Signals to other threads and to the process, and waiting for them (sigwait). Who calls such a function pays for it: what it links takes
 * the place of what keeps masks to the thread itself (signal.c).
 *
 * What is blocked stays pending until it is waited for, or not blocked any more. Without a handler what is not blocked ends the program,
 * or is ignored. A handler would run anywhere in the other thread: that is refused, unless the thread waits for that (sigsuspend).
 *
 * A monitor: one lock, and a condition variable for each thread that waits. Who gets a signal has seen what was done before it was sent. */
#include "tb.h"

#define LAST 64
#define FIRST_QUEUED 34 /* SIGRTMIN: if sent twice, they come twice */
#define PROCESS 1000
#define BIT(signal) (1ULL << ((signal) - 1))

enum { ESRCH = 3, SENT_BY_PROCESS = 0, QUEUED = -1 };
enum { ENDS, IGNORES, HANDLES }; /* as __tb_disposition tells */

typedef struct {
    unsigned long long word[16];
} sigset_t;

struct info {
    int signal, error, code;
#ifdef __LP64__
    int padding;
#endif
    int process, user;
    int rest[SIZE(26, 27)];
};
_Static_assert(sizeof(struct info) == 128, "as glibc");

static struct thread {
    unsigned long long blocked, pending, awaited;
    /* It waits for a handler to run (sigsuspend, pause). */
    int is_suspended;
    int has_begun, has_ended;
    pthread_cond_t changed;
} __tb_signalled[MOST_THREADS];

static pthread_mutex_t __tb_signals_lock;
static unsigned long long __tb_pending_on_process;
/* Those of them that were sent with a value (sigqueue), and the values. */
static unsigned long long __tb_queued;
static void *__tb_values[LAST + 1];
static unsigned __tb_begun = 1;

int __tb_disposition(int signal);
void __tb_end_by(int signal);
int __tb_raise(int signal);
void __tb_raise_with(int signal, unsigned long long blocked);
int __tb_take_own(unsigned long long from);
unsigned long long __tb_now_blocked(void);
int __tb_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *argument);
void __tb_unsupported_handler(void);
void __tb_unsupported_process(void);
void __tb_unsupported_twice(void);

static struct thread *mine(void)
{
    return &__tb_signalled[pthread_self() - 1];
}

static void lock(void)
{
    __tb_mutex_lock(&__tb_signals_lock);
}

static void unlock(void)
{
    __tb_mutex_unlock(&__tb_signals_lock);
}

static int lowest(unsigned long long set)
{
    return set ? __builtin_ctzll(set) + 1 : 0;
}

/* The thread begins with the mask of who starts it, and does nothing with signals before that is noted. */
int __tb_instead_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *argument)
{
    pthread_t new;
    lock();
    int result = __tb_create(&new, attr, start, argument);
    if (result == 0) {
        __tb_signalled[new - 1].blocked = __tb_now_blocked();
        if (new > __tb_begun)
            __tb_begun = (unsigned)new;
        __tb_signalled[new - 1].has_begun = 1;
    }
    unlock();
    *thread = new;
    return result;
}

void __tb_instead___tb_signals_end(void)
{
    lock();
    mine()->has_ended = 1;
    unlock();
}

static int take_from(unsigned long long *pending, unsigned long long set)
{
    int signal = lowest(*pending & set);
    if (signal)
        *pending &= ~BIT(signal);
    return signal;
}

/* Takes one of these that is pending, with the lock: 0 if none is. (That a thread has sent it is not told, as by glibc.) */
static int take(struct thread *me, unsigned long long set, int *code, void **value)
{
    int others = lowest(me->pending & set), signal = __tb_take_own(others ? set & (2 * BIT(others) - 1) : set);
    *value = NULL;
    *code = SENT_BY_PROCESS;
    /* One that the thread has sent to itself, and others have as well, is pending once. */
    if (!signal || (signal == others && signal < FIRST_QUEUED))
        signal = take_from(&me->pending, set);
    if (signal)
        return signal;
    signal = take_from(&__tb_pending_on_process, set);
    if (signal && __tb_queued & BIT(signal)) {
        *code = QUEUED;
        *value = __tb_values[signal];
    }
    return signal;
}

int __tb_instead___tb_next_signal(unsigned long long blocked)
{
    struct thread *me = mine();
    int code;
    void *value;
    lock();
    me->blocked = blocked;
    int signal = take(me, ~blocked, &code, &value);
    unlock();
    return signal;
}

/* (What other threads have sent to themselves stays.) */
void __tb_instead___tb_discard_sent(int signal)
{
    lock();
    for (unsigned at = 0; at < __tb_begun; at++)
        __tb_signalled[at].pending &= ~BIT(signal);
    __tb_pending_on_process &= ~BIT(signal);
    unlock();
}

unsigned long long __tb_instead___tb_sent(void)
{
    lock();
    unsigned long long pending = mine()->pending | __tb_pending_on_process;
    unlock();
    return pending;
}

static void put(unsigned long long *pending, int signal)
{
    if (signal >= FIRST_QUEUED && *pending & BIT(signal))
        __tb_unsupported_twice();
    *pending |= BIT(signal);
}

/* It is not blocked where it goes. With the lock, which is given back. */
static void act(int signal, int is_own)
{
    int disposition = __tb_disposition(signal);
    unlock();
    if (disposition == IGNORES)
        return;
    if (disposition == ENDS)
        __tb_end_by(signal);
    if (!is_own)
        __tb_unsupported_handler();
    __tb_raise(signal);
}

/* Whether it waits for this signal, by name or for its handler. */
static int awaits(const struct thread *to, int signal)
{
    if (to->awaited & BIT(signal))
        return 1;
    return to->is_suspended && !(to->blocked & BIT(signal)) && __tb_disposition(signal) == HANDLES;
}

/* The number 0 asks only whether there is a thread. */
static void send_to_thread(pthread_t thread, int signal)
{
    struct thread *to = &__tb_signalled[thread - 1];
    lock();
    if (to->has_ended || signal == 0) {
        int has_ended = to->has_ended;
        unlock();
        if (has_ended)
            __tb_check_ended(thread, KILLS);
    } else if (to->blocked & BIT(signal) || awaits(to, signal)) {
        put(&to->pending, signal);
        if (awaits(to, signal))
            __tb_cond_signal(&to->changed);
        unlock();
    } else {
        act(signal, 0);
    }
}

static void send_to_process(int signal, int code, void *value)
{
    unsigned waiting = 0, others = 0, own = 0;
    lock();
    for (unsigned at = 0; at < __tb_begun; at++) {
        struct thread *to = &__tb_signalled[at];
        if (to->has_ended || (at > 0 && !to->has_begun))
            continue;
        if (awaits(to, signal))
            waiting = 1;
        else if (!(to->blocked & BIT(signal)))
            *(to == mine() ? &own : &others) = at + 1;
    }
    __tb_tell(SENDS_SIGNAL, signal, NULL, 0, own || waiting ? 0 : others);
    /* It goes to one of those that wait for it or do not block it. */
    if ((own || others) && !(waiting && __tb_either())) {
        if (code == QUEUED && __tb_disposition(signal) == HANDLES)
            __tb_unsupported_handler();
        act(signal, !others);
        return;
    }
    if (!(__tb_pending_on_process & BIT(signal))) {
        __tb_queued = code == QUEUED ? __tb_queued | BIT(signal) : __tb_queued & ~BIT(signal);
        __tb_values[signal] = value;
    }
    put(&__tb_pending_on_process, signal);
    for (unsigned at = 0; waiting && at < __tb_begun; at++)
        if (awaits(&__tb_signalled[at], signal))
            __tb_cond_signal(&__tb_signalled[at].changed);
    unlock();
}

static int is_invalid(int signal)
{
    return signal < 0 || signal > LAST || signal == 32 || signal == 33;
}

static void keep_masks(void)
{
    __tb_keep(__tb_instead_pthread_create);
    __tb_keep(__tb_instead___tb_signals_end);
    __tb_keep(__tb_instead___tb_next_signal);
    __tb_keep(__tb_instead___tb_discard_sent);
    __tb_keep(__tb_instead___tb_sent);
    __tb_keep(__tb_thread_exit);
}

int pthread_kill(pthread_t thread, int signal)
{
    keep_masks();
    if (is_invalid(signal))
        return EINVAL;
    __tb_check_thread(thread, 0, KILLS);
    if (signal)
        __tb_tell(SENDS_SIGNAL, signal, NULL, thread == pthread_self() ? TO_ITSELF : thread, 0);
    if (thread == pthread_self())
        return signal && __tb_raise(signal) ? errno : 0;
    send_to_thread(thread, signal);
    return 0;
}

static int send(int process, int signal, int code, void *value)
{
    keep_masks();
    if (is_invalid(signal))
        return tb_failed(EINVAL);
    if (process != PROCESS && process != 0)
        __tb_unsupported_process();
    if (signal)
        send_to_process(signal, code, value);
    return 0;
}

int kill(int process, int signal)
{
    return send(process, signal, SENT_BY_PROCESS, NULL);
}

/* The value is a union of a number and a pointer, which is passed as a pointer is. */
int sigqueue(int process, int signal, void *value)
{
    return send(process, signal, QUEUED, value);
}

/* The signal, 0 if it was late, -1 if the thread is cancelled. With the lock. */
static int await(struct thread *me, unsigned long long set, int timed, int *code, void **value)
{
    int signal;
    while (!(signal = take(me, set, code, value))) {
        me->awaited = set;
        __tb_cond_enter(&me->changed, &__tb_signals_lock);
        unlock();
        int woken = __tb_cond_await(&me->changed, timed, 0);
        lock();
        me->awaited = 0;
        if (woken == EINTR)
            return -1;
        if (woken == ETIMEDOUT)
            return take(me, set, code, value);
    }
    return signal;
}

static int wait(const sigset_t *set, struct info *info, int timed, int at_once)
{
    keep_masks();
    __tb_point();
    struct thread *me = mine();
    lock();
    void *value;
    int code, signal = at_once ? take(me, set->word[0], &code, &value) : await(me, set->word[0], timed, &code, &value);
    unlock();
    if (signal < 0)
        __tb_cancelled();
    if (signal > 0 && info) {
        __builtin_memset(info, 0, sizeof *info);
        info->signal = signal;
        info->code = code;
        info->process = PROCESS;
        info->user = 1000;
        __builtin_memcpy(info->rest, &value, sizeof value);
    }
    return signal;
}

int sigwait(const sigset_t *set, int *signal)
{
    *signal = wait(set, NULL, 0, 0);
    return 0;
}

int sigwaitinfo(const sigset_t *set, struct info *info)
{
    return wait(set, info, 0, 0);
}

int sigtimedwait(const sigset_t *set, struct info *info, const struct timespec *timeout)
{
    if (timeout && !tb_is_valid(timeout))
        return tb_failed(EINVAL);
    int signal = wait(set, info, timeout != NULL, timeout && timeout->tv_sec == 0 && timeout->tv_nsec == 0);
    return signal ? signal : tb_failed(EAGAIN);
}

/* Waits until a handler has run. What has none ends the program when it is sent, or is ignored. */
int sigsuspend(const sigset_t *set)
{
    keep_masks();
    __tb_point();
    struct thread *me = mine();
    unsigned long long before = __tb_now_blocked(), blocked = set->word[0];
    void *value;
    int code, signal, handled = 0, cancelled = 0;
    lock();
    while (!handled && !cancelled) {
        me->blocked = blocked;
        if ((signal = take(me, ~blocked, &code, &value))) {
            handled = __tb_disposition(signal) == HANDLES;
            unlock();
            __tb_raise_with(signal, blocked);
            lock();
            continue;
        }
        me->is_suspended = 1;
        __tb_cond_enter(&me->changed, &__tb_signals_lock);
        unlock();
        cancelled = __tb_cond_await(&me->changed, 0, 0) == EINTR;
        lock();
        me->is_suspended = 0;
    }
    me->blocked = before;
    unlock();
    if (cancelled)
        __tb_cancelled();
    return tb_failed(EINTR);
}

int pause(void)
{
    sigset_t set = {{__tb_now_blocked()}};
    return sigsuspend(&set);
}
