/* Handlers of signals: kept, and never called, since nobody sends a signal. */
#include "tb.h"

#define LAST 64
#define ERROR ((handler_t) - 1L)

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

handler_t signal(int signal, handler_t handler)
{
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

int siginterrupt(int signal, int flag)
{
    (void)flag;
    return invalid(signal, 0);
}
