/* System calls that are made by number. Of a futex, the comparison and the entry into the queue are one step for who
 * wakes: both hold the lock of the futex, as the kernel does (futex(2)). */
#include "tb.h"

typedef __builtin_va_list va_list;

#define PRIVATE 128
#define REALTIME 256
#define ANY_BITS (~0u)

#ifdef __LP64__
enum { SCHED_YIELD = 24, GETPID = 39, GETTID = 186, FUTEX = 202, GETCPU = 309, GETRANDOM = 318 };
#else
enum { GETPID = 20, SCHED_YIELD = 158, GETTID = 224, FUTEX = 240, GETCPU = 318, GETRANDOM = 355 };
#endif

enum { WAIT = 0, WAKE = 1, WAIT_BITS = 9, WAKE_BITS = 10 };

long __tb_unsupported_syscall(long number);
long __tb_unsupported_futex(int operation);
int gettid(void);
int getpid(void);
int sched_yield(void);
int getcpu(unsigned *processor, unsigned *node);
ssize_t getrandom(void *to, size_t n, unsigned flags);

static long wait(unsigned *word, unsigned expected, const struct timespec *timeout)
{
    if (timeout && !tb_is_valid(timeout))
        return tb_failed(EINVAL);
    __tb_futex_lock(word);
    if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != expected) {
        __tb_futex_unlock(word);
        return tb_failed(EAGAIN);
    }
    __tb_futex_enter(word);
    __tb_futex_unlock(word);
    return tb_failed(__tb_futex_awake(word, timeout != NULL, __tb_spurious()));
}

/* Linux counts behind the first one that it wakes. */
static long wake(unsigned *word, int most)
{
    __tb_futex_lock(word);
    int woken = __tb_futex_wake(word, most < 1 ? 1 : most);
    __tb_futex_unlock(word);
    return woken;
}

static long futex(unsigned *word, int operation, unsigned value, const struct timespec *timeout, unsigned bits)
{
    int what = operation & ~(PRIVATE | REALTIME);
    int waits = what == WAIT || what == WAIT_BITS;
    if (!waits && what != WAKE && what != WAKE_BITS)
        return __tb_unsupported_futex(what);
    if (what == WAIT || what == WAKE)
        bits = ANY_BITS;
    if ((unsigned long)word % sizeof *word || bits == 0)
        return tb_failed(EINVAL);
    if (bits != ANY_BITS)
        return __tb_unsupported_futex(what);
    return waits ? wait(word, value, timeout) : wake(word, (int)value);
}

/* Those of two and of three arguments. */
static long ask_processor(va_list rest)
{
    unsigned *processor = __builtin_va_arg(rest, unsigned *);
    return getcpu(processor, __builtin_va_arg(rest, unsigned *));
}

static long draw(va_list rest)
{
    void *to = __builtin_va_arg(rest, void *);
    size_t n = __builtin_va_arg(rest, size_t);
    return getrandom(to, n, __builtin_va_arg(rest, unsigned));
}

long syscall(long number, ...)
{
    va_list rest;
    long result;
    switch (number) {
    case GETCPU:
    case GETRANDOM:
        __builtin_va_start(rest, number);
        result = number == GETCPU ? ask_processor(rest) : draw(rest);
        __builtin_va_end(rest);
        return result;
    case SCHED_YIELD:
        return sched_yield();
    case GETPID:
        return getpid();
    case GETTID:
        return gettid();
    case FUTEX:
        break;
    default:
        return __tb_unsupported_syscall(number);
    }
    __builtin_va_start(rest, number);
    unsigned *word = __builtin_va_arg(rest, unsigned *);
    int operation = __builtin_va_arg(rest, int);
    unsigned value = __builtin_va_arg(rest, unsigned);
    int what = operation & ~(PRIVATE | REALTIME);
    /* Who wakes need not give the others. Nobody else is asked for what it may not have. */
    if (what != WAIT && what != WAIT_BITS && what != WAKE_BITS) {
        __builtin_va_end(rest);
        return futex(word, operation, value, NULL, 0);
    }
    const struct timespec *timeout = __builtin_va_arg(rest, const struct timespec *);
    unsigned bits = 0;
    if (what != WAIT) {
        (void)__builtin_va_arg(rest, unsigned *);
        bits = __builtin_va_arg(rest, unsigned);
    }
    __builtin_va_end(rest);
    return futex(word, operation, value, timeout, bits);
}
