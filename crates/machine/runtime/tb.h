/* The C runtime of the checker: library functions that are ordinary code, written against a few primitives.
 *
 * Compiled to bitcode when the tool is built, for x86-64 and for i386, and linked into the checked program as far as the program
 * needs it; a definition in the program wins. No system header is included: sizes and constants are those of glibc.
 * Functions whose names begin with __tb_ are primitives that the machine answers (src/libs/sync.rs has the table).
 */
#ifndef TB_H
#define TB_H

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef long time_t;
typedef int wchar_t_;
#define NULL ((void *)0)
#define INT_MAX 0x7fffffff
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-LONG_MAX - 1L)
#define ULONG_MAX (LONG_MAX * 2UL + 1)
#define LLONG_MAX __LONG_LONG_MAX__
#define LLONG_MIN (-LLONG_MAX - 1)
#define ULLONG_MAX (LLONG_MAX * 2ULL + 1)

enum {
    EPERM = 1,
    EINTR = 4,
    EAGAIN = 11,
    ENOMEM = 12,
    EBUSY = 16,
    EINVAL = 22,
    ERANGE = 34,
    EDEADLK = 35,
    ENOTSUP = 95,
    ETIMEDOUT = 110,
    EOWNERDEAD = 130,
    ENOTRECOVERABLE = 131
};

int *__errno_location(void); /* the machine's */
#define errno (*__errno_location())

struct timespec {
    time_t tv_sec;
    long tv_nsec;
};

void __tb_refused_time(long nanoseconds); /* notes that there are too many of them, or too few */

/* Whether a time can be waited for. Any seconds will do, but they are looked at, so that a race with whoever changes them, and that nobody
 * has set them, is found. */
static inline int tb_is_valid(const struct timespec *time)
{
    volatile time_t seconds = time->tv_sec;
    if (seconds < 0)
        seconds = 0;
    long nanoseconds = time->tv_nsec;
    if ((unsigned long)nanoseconds < 1000000000UL)
        return 1;
    __tb_refused_time(nanoseconds);
    return 0;
}

/* The thread has waited until that second. Nothing, unless the program has a clock that shows it (time.c). */
void __tb_timed_out(time_t second);

/* What functions do that tell errors by errno. */
static inline int tb_failed(int error)
{
    if (error == 0)
        return 0;
    errno = error;
    return -1;
}

typedef unsigned long pthread_t;
typedef unsigned pthread_key_t;
typedef int pthread_once_t;
typedef int pthread_spinlock_t;

/* One size on x86-64, another one on i386. */
#ifdef __LP64__
#define SIZE(wide, narrow) (wide)
#else
#define SIZE(wide, narrow) (narrow)
#endif

/* As large as glibc's; the checker never looks into the content of the first four once they are initialised, except
 * that the kind of a mutex stays where static initialisers put it. */
typedef union {
    char size[SIZE(40, 24)];
    struct {
        int lock;
        unsigned count;
        int owner;
#ifdef __LP64__
        unsigned users;
#endif
        int kind;
    } data;
    long align;
} pthread_mutex_t;
typedef union {
    char size[48];
    long long align;
} pthread_cond_t;
typedef union {
    char size[SIZE(56, 32)];
    long align;
} pthread_rwlock_t;
typedef union {
    char size[SIZE(32, 20)];
    long align;
} pthread_barrier_t;
typedef union {
    char size[SIZE(32, 16)];
    long align;
} sem_t;
typedef union {
    char size[4];
    unsigned bits;
} pthread_mutexattr_t;
typedef union {
    char size[4];
    unsigned bits;
} pthread_condattr_t;
typedef union {
    char size[8];
    unsigned bits;
    long align;
} pthread_rwlockattr_t;
typedef union {
    char size[4];
    unsigned bits;
} pthread_barrierattr_t;
/* The machine's pthread_create reads `detached`, the first word. */
typedef union {
    char size[SIZE(56, 36)];
    struct {
        int detached;
        int inherit;
        size_t stack_size;
        size_t guard_size;
        void *stack;
        int policy;
        int priority;
        int scope;
    } data;
    long align;
} pthread_attr_t;

_Static_assert(sizeof(pthread_mutex_t) == SIZE(40, 24) && sizeof(pthread_cond_t) == 48, "as glibc");
_Static_assert(sizeof(pthread_rwlock_t) == SIZE(56, 32) && sizeof(pthread_barrier_t) == SIZE(32, 20), "as glibc");
_Static_assert(sizeof(sem_t) == SIZE(32, 16), "as glibc");
_Static_assert(sizeof(pthread_attr_t) == SIZE(56, 36) && sizeof(pthread_rwlockattr_t) == 8, "as glibc");

/* The operations on synchronisation objects, one each (crates/op/src/sync.rs). Results are 0 or an errno value unless
 * said otherwise. */
int __tb_mutex_init(void *mutex, int kind, int robust); /* kind: 0 normal, 1 recursive, 2 error-checking */
int __tb_mutex_destroy(void *mutex);
int __tb_mutex_lock(void *mutex);
int __tb_mutex_trylock(void *mutex);
int __tb_mutex_timedlock(void *mutex); /* ETIMEDOUT where it would wait */
int __tb_mutex_unlock(void *mutex);
int __tb_mutex_consistent(void *mutex);
int __tb_mutex_owner_died(void *mutex);
/* A section that only looks: it orders nothing. Of what the lock protects, at most 8 bytes, not atomic. */
void __tb_peek_begin(void *mutex);
void __tb_peek_end(void *mutex);
int __tb_sem_peek(void *sem); /* the value; that, too, only looks */
unsigned long long __tb_peek(const void *at, size_t size);
#define PEEK(what) __tb_peek(&(what), sizeof(what))
int __tb_cond_init(void *cond);
int __tb_cond_destroy(void *cond);
int __tb_cond_enter(void *cond, void *mutex);
int __tb_cond_awake(void *cond, int timed, int spurious);
int __tb_spurious(void); /* a choice: whether something spurious happens here; 0 without --spurious */
int __tb_cond_leave(void *cond); /* takes back __tb_cond_enter */
int __tb_cond_give_up(void *cond); /* without a signal */
void __tb_cond_interrupt(void *cond, pthread_t thread);
int __tb_cond_signal(void *cond);
int __tb_cond_broadcast(void *cond);
void __tb_futex_lock(void *word); /* of the futex of a word: other threads look at it and at the queue no more */
void __tb_futex_unlock(void *word);
void __tb_futex_enter(void *word);
int __tb_futex_awake(void *word, int timed, int spurious);
int __tb_futex_wake(void *word, int most); /* how many are woken */
int __tb_rwlock_init(void *lock);
int __tb_rwlock_destroy(void *lock);
int __tb_rwlock_timedrdlock(void *lock);
int __tb_rwlock_timedwrlock(void *lock);
int __tb_spin_init(void *lock);
int __tb_spin_destroy(void *lock);
int __tb_spin_lock(void *lock);
int __tb_spin_trylock(void *lock);
int __tb_spin_unlock(void *lock);
int __tb_sem_init(void *sem, unsigned value);
int __tb_sem_destroy(void *sem);
int __tb_sem_post(void *sem);
int __tb_sem_wait(void *sem);
int __tb_sem_trywait(void *sem);
int __tb_sem_timedwait(void *sem);
int __tb_sem_getvalue(void *sem); /* the value */
int __tb_sem_await(void *sem);      /* these two can be interrupted */
int __tb_sem_timedawait(void *sem);
void __tb_sem_interrupt(void *sem, pthread_t thread);
void __tb_end_tell(void); /* the running thread comes to its end */
int __tb_end_await(pthread_t whose);
void __tb_end_interrupt(pthread_t whose, pthread_t thread);
int __tb_barrier_init(void *barrier, unsigned count);
int __tb_barrier_destroy(void *barrier);
int __tb_barrier_arrive(void *barrier); /* whether it is the last to arrive, if that is looked at */
int __tb_barrier_leave(void *barrier);
int __tb_once_enter(void *once); /* 1: run the routine, then __tb_once_done */
int __tb_once_done(void *once);

/* The clock is read. */
void __tb_clock(void);
/* The thread stops here, as what the clock shows is not known. */
void __tb_lost_clock(void);
/* Of how many seconds the running thread has seen that they passed. */
int __tb_passed(void);
/* A fault if n bytes at `to` overlap m bytes at `from`. */
void __tb_apart(const void *to, const void *from, size_t n, size_t m);
/* A fault if there are fewer than n bytes at `what`, where a comparison has found a difference before their end. */
void __tb_compared(const void *what, size_t n);
/* For reports, what a function does: about a thread, or a descriptor and what it stands for; numbers. */
void __tb_tell(int what, long about, const void *file, unsigned long long first, unsigned long long second);
/* The same: bytes are written to a stream. */
void __tb_tell_text(const void *stream, const void *bytes, size_t n);
/* The same: what a thread finds that looks a name of a file up, or does with it. */
void __tb_tell_name(int what, const char *name);
enum { FINDS_NAME, FINDS_NO_NAME, GIVES_NAME, TAKES_NAME, MAKES_NAME };
enum {
    ASKS_TO_END,
    IS_CANCELLED,
    READS_BYTES,
    WRITES_BYTES,
    READS_END,
    TAKES_COUNT,
    ADDS_COUNT,
    IS_READY,
    WAITS_TO_READ,
    WAITS_TO_WRITE,
    WAITS_FOR_COUNT,
    WAITS_IN_POLL,
    KEEPS, /* told by the machine: of memory that __tb_kept gives */
    SENDS_SIGNAL, /* which; to the thread with this handle, 0 the process; the thread that does not block it, if others do */
    OPENS,
    CLOSES,
    IS_NOT_OPEN,
    WOULD_WAIT, /* and fails: to do what */
    LOCKS_FILE, /* alone or not */
    UNLOCKS_FILE,
    IS_STREAM, /* memory of a FILE, with its descriptor: nobody sees what is in it */
    TRUNCATES, /* a file: how many bytes it has then, and had */
    SHUTS_DOWN, /* a socket */
    NOBODY_READS, /* what is written */
    TIMES_OUT, /* poll, which has found nothing */
};
/* What would have been waited for. */
enum { BYTES_TO_COME, ROOM_FOR_MORE, LOCK_OF_FILE, ANYTHING };
/* Instead of that handle. */
#define TO_ITSELF (~0ULL)
/* Does nothing: what is named in the call is linked. */
void __tb_keep(const void *what);
/* Reached, these say that something is not supported. */
void __tb_unsupported_rwlock_prefer_writer(void);
void __tb_unsupported_more_thread_keys(void);
void __tb_unsupported_more_robust_mutexes(void);

#define MOST_THREADS 1000 /* no program has more */

/* Faults if it is no thread, or one that may not be asked any more: 0, that it has ended, or that its handle is used up, too. */
void __tb_check_thread(pthread_t thread, int since, int whose);
/* The same of one that has ended (joined.c). */
void __tb_check_ended(pthread_t thread, int whose);
enum { CANCELS, KILLS };
enum { HAS_ENDED = 1, IS_USED_UP = 2 };

/* Cancellation. These do nothing, or just wait, unless the program calls pthread_cancel (cancel.c). */
void __tb_point(void);      /* the thread may be cancelled here */
void __tb_cancelled(void);  /* the thread ends, cancelled */
void __tb_asynchronous(void); /* it may be cancelled anywhere from now on */
int __tb_cond_await(void *cond, int timed, int spurious); /* EINTR: cancelled; the caller cleans up, and says so */
int __tb_sem_await_until(void *sem);
int __tb_gate(void *sem); /* waits until it is there, and takes nothing */
int __tb_await(void *sem); /* nothing is taken, nor may be by others; EINTR: cancelled, as for __tb_cond_await */
void __tb_may_point(void);  /* it may be, but need not */
void __tb_thread_leaves(void); /* its end begins */
void __tb_thread_gone(void);   /* the last that it does there */
/* Of two, a choice. */
int __tb_either(void);

/* It gets no signals any more; nothing, unless somebody sends it some (signals.c). */
void __tb_signals_end(void);

/* Run by the machine at the end of each thread (but not of the program), if it is linked. */
void __tb_thread_exit(void);
/* The last that a thread does there; nothing, unless somebody asks whether it has ended. */
void __tb_thread_ended(void);

/* Functions of the machine that the runtime uses. */
void *malloc(size_t size);
void free(void *block);
int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *argument);
int pthread_join(pthread_t thread, void **result);
int pthread_detach(pthread_t thread);
pthread_t pthread_self(void);
_Noreturn void pthread_exit(void *result);

/* The value of a digit in bases up to 36; of anything else, more than that. */
static inline int digit(int c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 99;
}

/* The same, at least the base if it is no digit of that; of input, decimal digits are one case, and all else another. */
static inline int digit_of(int c, int base)
{
    if (base > 10)
        return digit(c);
    return (unsigned)c - '0' < (unsigned)base ? (c - '0') & 15 : 99;
}

/* Spaces in the C locale: a table, since compilers make a case of each character of comparisons, and of input each case is an
 * execution. */
static const unsigned char spaces[256] = {['\t'] = 1, ['\n'] = 1, ['\v'] = 1, ['\f'] = 1, ['\r'] = 1, [' '] = 1};

static inline int is_space(int c)
{
    return c >= 0 && spaces[c];
}

/* Whether it is '+' or '-', of which one is 2 more than the other: one comparison, for the same reason. */
static inline int is_sign(int c)
{
    return (((unsigned)c - '+') & ~2u) == 0;
}

#endif
