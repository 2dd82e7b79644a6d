/* The system that the program runs on: fixed, so that the checked program cannot see the host. A machine with two
 * processors; every thread says that it is on the first one on which it may run. Priorities and affinities have no other
 * effect: every schedule is explored. */
#include "tb.h"

#define PROCESSORS 2
#define ALL ((1 << PROCESSORS) - 1)
#define PAGE 4096
#define PROCESS 1000
#define ESRCH 3

void __tb_unsupported_sysconf(void);

long sysconf(int name)
{
    switch (name) {
    case 0: /* _SC_ARG_MAX */
        return 2097152;
    case 1: /* _SC_CHILD_MAX */
        return 4096;
    case 2: /* _SC_CLK_TCK */
        return 100;
    case 4: /* _SC_OPEN_MAX */
        return 1024;
    case 30: /* _SC_PAGESIZE */
        return PAGE;
    case 67: /* _SC_THREADS */
    case 149: /* _SC_MONOTONIC_CLOCK */
        return 200809;
    case 75: /* _SC_THREAD_STACK_MIN */
        return 16384;
    case 83: /* _SC_NPROCESSORS_CONF */
    case 84: /* _SC_NPROCESSORS_ONLN */
        return PROCESSORS;
    case 85: /* _SC_PHYS_PAGES */
        return 262144;
    case 86: /* _SC_AVPHYS_PAGES */
        return 131072;
    case 190: /* _SC_LEVEL1_DCACHE_LINESIZE */
        return 64;
    default:
        __tb_unsupported_sysconf();
        return -1;
    }
}

/* What headers make of PTHREAD_STACK_MIN. */
long __sysconf(int name)
{
    return sysconf(name);
}

struct rlimit {
    unsigned long now, most;
};

/* No limits but those that sysconf tells. */
int getrlimit(int resource, struct rlimit *limit)
{
    if (resource < 0 || resource > 15) {
        errno = EINVAL;
        return -1;
    }
    limit->now = limit->most = ~0ul;
    if (resource == 3) /* RLIMIT_STACK */
        limit->now = 8388608;
    if (resource == 7) /* RLIMIT_NOFILE */
        limit->now = 1024;
    return 0;
}

/* Limits have no effect. */
int setrlimit(int resource, const struct rlimit *limit)
{
    volatile unsigned long now = limit->now, most = limit->most;
    if (resource < 0 || resource > 15 || now > most) {
        errno = EINVAL;
        return -1;
    }
    return 0;
}

const char *gnu_get_libc_version(void)
{
    return "2.36";
}

int getpagesize(void)
{
    return PAGE;
}

int get_nprocs(void)
{
    return PROCESSORS;
}

int get_nprocs_conf(void)
{
    return PROCESSORS;
}

int getpid(void)
{
    return PROCESS;
}

int getppid(void)
{
    return 1;
}

/* The main thread's number is that of the process. */
int gettid(void)
{
    return PROCESS + (int)pthread_self() - 1;
}

/* The user and the group, real and effective. */
#define USER(name)   \
    unsigned name(void) \
    {                \
        return 1000; \
    }
USER(getuid)
USER(geteuid)
USER(getgid)
USER(getegid)

/* Nothing was used so far: the clock stands still. */
int getrusage(int who, void *usage)
{
    if (who < -1 || who > 1) {
        errno = EINVAL;
        return -1;
    }
    __tb_clock();
    __builtin_memset(usage, 0, SIZE(144, 72));
    return 0;
}

long times(void *usage)
{
    __tb_clock();
    if (usage)
        __builtin_memset(usage, 0, 4 * sizeof(long));
    return 100000 + __tb_passed() * 100L;
}

/* On which processors the thread may run, a bit for each, as it has said itself; 0 if it has not. What is said of others
 * is not kept. */
static _Thread_local unsigned char __tb_affinity;

/* A set of processors is a vector of bits; sizes are in bytes. */
static int get(int of_itself, size_t size, unsigned char *set)
{
    if (size < 8)
        return EINVAL;
    __builtin_memset(set, 0, size);
    set[0] = of_itself && __tb_affinity ? __tb_affinity : ALL;
    return 0;
}

int sched_getcpu(void)
{
    return !__tb_affinity || __tb_affinity & 1 ? 0 : 1;
}

static int invalid(size_t size, const unsigned char *set)
{
    return size < 8 || !(set[0] & ALL);
}

static int set(int of_itself, size_t size, const unsigned char *set)
{
    if (invalid(size, set))
        return EINVAL;
    if (of_itself)
        __tb_affinity = set[0] & ALL;
    return 0;
}

int pthread_getaffinity_np(pthread_t thread, size_t size, unsigned char *to)
{
    return get(thread == pthread_self(), size, to);
}

int pthread_setaffinity_np(pthread_t thread, size_t size, const unsigned char *from)
{
    return set(thread == pthread_self(), size, from);
}

int pthread_attr_setaffinity_np(void *attr, size_t size, const unsigned char *set)
{
    (void)attr;
    return invalid(size, set) ? EINVAL : 0;
}

/* The clock of what a thread uses, which stands still as others do. */
int pthread_getcpuclockid(pthread_t thread, int *clock)
{
    (void)thread;
    *clock = 3; /* CLOCK_THREAD_CPUTIME_ID */
    return 0;
}

int sched_getaffinity(int who, size_t size, unsigned char *to)
{
    return tb_failed(get(who == 0, size, to));
}

int sched_setaffinity(int who, size_t size, const unsigned char *from)
{
    return tb_failed(set(who == 0, size, from));
}

int __sched_cpucount(size_t size, const unsigned char *set)
{
    int count = 0;
    for (size_t at = 0; at < size; at++)
        for (unsigned byte = set[at]; byte; byte &= byte - 1)
            count++;
    return count;
}

/* Policies: 0 is the usual one, 1 and 2 have priorities from 1 to 99. Nothing is kept. */
static int wrong(int policy, int priority)
{
    if (policy < 0 || policy > 6 || policy == 4)
        return 1;
    return policy == 1 || policy == 2 ? priority < 1 || priority > 99 : priority != 0;
}

int pthread_setschedparam(pthread_t thread, int policy, const int *priority)
{
    (void)thread;
    return wrong(policy, *priority) ? EINVAL : 0;
}

int pthread_getschedparam(pthread_t thread, int *policy, int *priority)
{
    (void)thread;
    *policy = 0;
    *priority = 0;
    return 0;
}

int pthread_setschedprio(pthread_t thread, int priority)
{
    (void)thread;
    return priority ? EINVAL : 0;
}

int sched_setscheduler(int who, int policy, const int *priority)
{
    (void)who;
    if (!wrong(policy, *priority))
        return 0;
    errno = EINVAL;
    return -1;
}

int sched_getscheduler(int who)
{
    (void)who;
    return 0;
}

int sched_setparam(int who, const int *priority)
{
    return sched_setscheduler(who, 0, priority);
}

int sched_getparam(int who, int *priority)
{
    (void)who;
    *priority = 0;
    return 0;
}

static int bound(int policy, int with)
{
    if (policy == 1 || policy == 2)
        return with;
    if (!wrong(policy, 0))
        return 0;
    errno = EINVAL;
    return -1;
}

int sched_get_priority_min(int policy)
{
    return bound(policy, 1);
}

int sched_get_priority_max(int policy)
{
    return bound(policy, 99);
}

/* How nice the process is. Nobody but the superuser makes it less nice. */
static _Atomic int __tb_niceness;

static int set_niceness(int wanted, int error)
{
    wanted = wanted < -20 ? -20 : wanted > 19 ? 19 : wanted;
    if (wanted < __tb_niceness)
        return tb_failed(error);
    __tb_niceness = wanted;
    return 0;
}

int nice(int by)
{
    int before = __tb_niceness;
    if (by == 0)
        return before;
    by = by < -40 ? -40 : by > 40 ? 40 : by;
    return set_niceness(before + by, EPERM) ? -1 : __tb_niceness;
}

/* Of a process, a group of processes, a user. */
static int nobody(int which, unsigned who)
{
    if (which < 0 || which > 2)
        return tb_failed(EINVAL);
    return who == 0 || who == PROCESS ? 0 : tb_failed(ESRCH);
}

int getpriority(int which, unsigned who)
{
    return nobody(which, who) ? -1 : __tb_niceness;
}

int setpriority(int which, unsigned who, int priority)
{
    return nobody(which, who) ? -1 : set_niceness(priority, 13 /* EACCES */);
}
