/* Handlers of signals that a thread sends to itself: they run before raise returns. For others see signals.c. */
#include "tb.h"

#define LAST 64
#define ERROR ((handler_t) - 1L)
#define DEFAULT ((handler_t)0)
#define IGNORE ((handler_t)1L)
#define BIT(signal) (1ULL << ((signal) - 1))
/* SIGCHLD, SIGCONT, SIGURG, SIGWINCH are ignored unless there is a handler; SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU stop the process. */
#define HARMLESS (BIT(17) | BIT(18) | BIT(23) | BIT(28))
#define STOPS (BIT(19) | BIT(20) | BIT(21) | BIT(22))
enum { SIGABRT_ = 6, HAS_INFO = 4, RESTARTS = 0x10000000, NOT_BLOCKED = 0x40000000, ONCE = (int)0x80000000, SENT_BY_THREAD = -6 };

typedef void (*handler_t)(int);

struct sigaction {
    handler_t handler;
    unsigned long long mask[16];
    int flags;
    void (*restorer)(void);
};
_Static_assert(sizeof(struct sigaction) == SIZE(152, 140), "as glibc");

/* Threads may set them at the same time: each is changed at once, without a race. */
static struct {
    _Atomic(handler_t) handler;
    _Atomic unsigned long long mask;
    _Atomic int flags;
} __tb_actions[LAST + 1];

/* SIGKILL and SIGSTOP have no handler; glibc keeps 32 and 33 for itself. */
static int invalid(int signal, int sets)
{
    if (signal >= 1 && signal <= LAST && signal != 32 && signal != 33 && !(sets && (signal == 9 || signal == 19)))
        return 0;
    errno = EINVAL;
    return -1;
}

_Noreturn void __tb_instead_abort(void);
void __tb_discard(int signal);

static int is_ignored(int signal, handler_t handler)
{
    return handler == IGNORE || (handler == DEFAULT && (HARMLESS & BIT(signal)));
}

static handler_t set(int signal, handler_t handler, unsigned long long mask, int flags)
{
    handler_t before = __c11_atomic_exchange(&__tb_actions[signal].handler, handler, __ATOMIC_SEQ_CST);
    __tb_actions[signal].mask = mask;
    __tb_actions[signal].flags = flags;
    if (is_ignored(signal, handler))
        __tb_discard(signal);
    return before;
}

handler_t signal(int signal, handler_t handler)
{
    __tb_keep(__tb_instead_abort);
    if (invalid(signal, 1))
        return ERROR;
    return set(signal, handler, BIT(signal), RESTARTS);
}

handler_t bsd_signal(int number, handler_t handler)
{
    return signal(number, handler);
}

int sigaction(int signal, const struct sigaction *new, struct sigaction *old)
{
    __tb_keep(__tb_instead_abort);
    if (invalid(signal, new != NULL))
        return -1;
    struct sigaction before = {0};
    before.handler = __tb_actions[signal].handler;
    before.mask[0] = __tb_actions[signal].mask;
    before.flags = __tb_actions[signal].flags;
    if (new)
        set(signal, new->handler, new->mask[0], new->flags);
    if (old)
        *old = before;
    return 0;
}

unsigned long long __tb_block(unsigned long long more);
void __tb_unblock(unsigned long long blocked);
unsigned long long __tb_now_blocked(void);
int __tb_put_off(int signal);
void __tb_unsupported_stop(void);
_Noreturn void __tb_abort(void);
_Noreturn void _exit(int status);

/* siginfo_t. */
struct info {
    int signal, error, code;
    int rest[29];
};
_Static_assert(sizeof(struct info) == 128, "as glibc");

static void run(int signal, handler_t handler, int flags)
{
    if (flags & HAS_INFO) {
        struct info info = {.signal = signal, .code = SENT_BY_THREAD};
        ((void (*)(int, struct info *, void *))handler)(signal, &info, NULL);
    } else {
        handler(signal);
    }
}

/* What is done with a signal: 0, it ends the program; 1, nothing; 2, it is handled. */
int __tb_disposition(int signal)
{
    handler_t handler = __tb_actions[signal].handler;
    if (is_ignored(signal, handler))
        return 1;
    return handler == DEFAULT ? 0 : 2;
}

/* What it does without a handler. */
void __tb_end_by(int signal)
{
    if (STOPS & BIT(signal))
        __tb_unsupported_stop();
    if (signal == SIGABRT_)
        __tb_abort();
    _exit(128 + signal);
}

/* The thread gets this signal, and blocks these after its handler. */
int __tb_handle(int signal, unsigned long long after)
{
    if (invalid(signal, 0))
        return -1;
    if (__tb_put_off(signal))
        return 0;
    int flags = __tb_actions[signal].flags;
    unsigned long long mask = __tb_actions[signal].mask;
    handler_t handler = __tb_actions[signal].handler;
    if (is_ignored(signal, handler))
        return 0;
    if (handler == DEFAULT)
        __tb_end_by(signal);
    if (flags & ONCE)
        __tb_actions[signal].handler = DEFAULT;
    __tb_block(mask | (flags & NOT_BLOCKED ? 0 : BIT(signal)));
    run(signal, handler, flags);
    __tb_unblock(after);
    return 0;
}

int __tb_raise(int signal)
{
    return __tb_handle(signal, __tb_now_blocked());
}

int raise(int signal)
{
    if (signal == 0)
        return 0;
    __tb_tell(SENDS_SIGNAL, signal, NULL, TO_ITSELF, 0);
    return __tb_raise(signal);
}

/* Where there may be a handler of SIGABRT, it comes first: it may leave. One that calls abort itself does not do so for ever. */
#define MOST_ABORTS 100
static _Thread_local int __tb_aborts;

_Noreturn void __tb_instead_abort(void)
{
    if (++__tb_aborts > MOST_ABORTS)
        __tb_abort();
    __tb_unblock(__tb_block(0) & ~BIT(SIGABRT_));
    __tb_raise(SIGABRT_);
    __tb_abort();
}

int siginterrupt(int signal, int flag)
{
    (void)flag;
    return invalid(signal, 0);
}
