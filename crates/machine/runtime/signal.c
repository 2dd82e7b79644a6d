/* Sets of signals, and masks of them. A signal that a thread sends to itself (handlers.c), and blocks, it gets once it does
 * not any more. A new thread begins with the mask of the thread that starts it: the machine sees to that. */
#include "tb.h"

#define LAST 64
enum { SIG_BLOCK_, SIG_UNBLOCK_, SIG_SETMASK_ };

typedef struct {
    unsigned long long word[16];
} sigset_t;

static _Thread_local unsigned long long __tb_blocked, __tb_pending;

int __tb_raise(int signal);
int __tb_handle(int signal, unsigned long long after);
int __tb_take_own(unsigned long long set);
/* Where others send signals (signals.c), they have to know what is blocked, and this thread what was sent to it. So it blocks these, and takes one
 * of the others that is pending, its own among them; 0 if none is. */
int __tb_next_signal(unsigned long long blocked);
void __tb_discard_sent(int signal);
unsigned long long __tb_sent(void);

/* glibc keeps 32 and 33 for itself; SIGKILL and SIGSTOP cannot be blocked. */
#define BIT(signal) (1ULL << ((signal) - 1))
#define INTERNAL (BIT(32) | BIT(33))
#define UNBLOCKABLE (BIT(9) | BIT(19) | INTERNAL)

static int invalid(int signal)
{
    if (signal >= 1 && signal <= LAST && !(BIT(signal) & INTERNAL))
        return 0;
    errno = EINVAL;
    return -1;
}

int sigemptyset(sigset_t *set)
{
    __builtin_memset(set, 0, sizeof *set);
    return 0;
}

int sigfillset(sigset_t *set)
{
    __builtin_memset(set, 0, sizeof *set);
    set->word[0] = ~INTERNAL;
    return 0;
}

int sigaddset(sigset_t *set, int signal)
{
    if (invalid(signal))
        return -1;
    set->word[0] |= BIT(signal);
    return 0;
}

int sigdelset(sigset_t *set, int signal)
{
    if (invalid(signal))
        return -1;
    set->word[0] &= ~BIT(signal);
    return 0;
}

int sigorset(sigset_t *to, const sigset_t *a, const sigset_t *b)
{
    for (int i = 0; i < 16; i++)
        to->word[i] = i ? 0 : a->word[i] | b->word[i];
    return 0;
}

int sigandset(sigset_t *to, const sigset_t *a, const sigset_t *b)
{
    for (int i = 0; i < 16; i++)
        to->word[i] = i ? 0 : a->word[i] & b->word[i];
    return 0;
}

int sigisemptyset(const sigset_t *set)
{
    return set->word[0] == 0;
}

int sigismember(const sigset_t *set, int signal)
{
    if (signal < 1 || signal > LAST) {
        errno = EINVAL;
        return -1;
    }
    return (set->word[0] & BIT(signal)) != 0;
}

/* The thread blocks just these; it gets what is pending. While a handler is about to run, this is called with what it blocks: so of several, the
 * handler of the last runs first, as on Linux. */
void __tb_unblock(unsigned long long blocked)
{
    int signal;
    if (__tb_blocked == blocked)
        return;
    __tb_blocked = blocked;
    while ((signal = __tb_next_signal(__tb_blocked)) || (signal = __tb_take_own(~__tb_blocked)))
        __tb_raise(signal);
}

/* The thread blocks these, too; what it blocked before. */
unsigned long long __tb_block(unsigned long long more)
{
    unsigned long long before = __tb_blocked;
    __tb_unblock(before | (more & ~UNBLOCKABLE));
    return before;
}

/* The thread gets a signal while it blocks these instead, until its handler has run. */
void __tb_raise_with(int signal, unsigned long long blocked)
{
    unsigned long long before = __tb_blocked;
    __tb_blocked = blocked & ~UNBLOCKABLE;
    __tb_handle(signal, before);
    __tb_blocked = before;
}

/* It is ignored from now on: so it is where it is pending. */
void __tb_discard(int signal)
{
    __tb_pending &= ~BIT(signal);
    __tb_discard_sent(signal);
}

/* Puts a signal off if it is blocked. */
int __tb_put_off(int signal)
{
    if (!(__tb_blocked & BIT(signal)))
        return 0;
    __tb_pending |= BIT(signal);
    return 1;
}

unsigned long long __tb_now_blocked(void)
{
    return __tb_blocked;
}

/* Takes one of these that the thread has put off; 0 if there is none. */
int __tb_take_own(unsigned long long set)
{
    unsigned long long found = __tb_pending & set;
    if (!found)
        return 0;
    __tb_pending &= ~(found & -found);
    return __builtin_ctzll(found) + 1;
}

int sigpending(sigset_t *set)
{
    sigemptyset(set);
    set->word[0] = __tb_pending | __tb_sent();
    return 0;
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    unsigned long long before = __tb_blocked;
    if (set) {
        unsigned long long wanted = set->word[0] & ~UNBLOCKABLE;
        switch (how) {
        case SIG_BLOCK_:
            __tb_block(wanted);
            break;
        case SIG_UNBLOCK_:
            __tb_unblock(before & ~wanted);
            break;
        case SIG_SETMASK_:
            __tb_unblock(wanted);
            break;
        default:
            return EINVAL;
        }
    }
    if (old) {
        sigemptyset(old);
        old->word[0] = before;
    }
    return 0;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    int error = pthread_sigmask(how, set, old);
    if (!error)
        return 0;
    errno = error;
    return -1;
}
