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
enum { SIGABRT_ = 6, HAS_INFO = 4, NOT_BLOCKED = 0x40000000, ONCE = (int)0x80000000, SENT_BY_THREAD = -6 };

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

handler_t signal(int signal, handler_t handler)
{
    __tb_keep(__tb_instead_abort);
    if (invalid(signal, 1))
        return ERROR;
    return __c11_atomic_exchange(&__tb_actions[signal].handler, handler, __ATOMIC_SEQ_CST);
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
    if (new) {
        __tb_actions[signal].handler = new->handler;
        __tb_actions[signal].mask = new->mask[0];
        __tb_actions[signal].flags = new->flags;
    }
    if (old)
        *old = before;
    return 0;
}

unsigned long long __tb_block(unsigned long long more);
void __tb_unblock(unsigned long long blocked);
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
    if (handler == IGNORE || (handler == DEFAULT && (HARMLESS & BIT(signal))))
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

/* The thread gets this signal. */
int __tb_raise(int signal)
{
    if (invalid(signal, 0))
        return -1;
    if (__tb_put_off(signal))
        return 0;
    int flags = __tb_actions[signal].flags;
    unsigned long long mask = __tb_actions[signal].mask;
    handler_t handler = __tb_actions[signal].handler;
    if (handler == IGNORE || (handler == DEFAULT && (HARMLESS & BIT(signal))))
        return 0;
    if (handler == DEFAULT)
        __tb_end_by(signal);
    if (flags & ONCE)
        __tb_actions[signal].handler = DEFAULT;
    unsigned long long before = __tb_block(mask | (flags & NOT_BLOCKED ? 0 : BIT(signal)));
    run(signal, handler, flags);
    __tb_unblock(before);
    return 0;
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
