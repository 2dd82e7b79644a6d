/* What the program is told of the machine, the process and its user: fixed, as in system.c. */
#include "tb.h"

#define NAME_LENGTH 65
#define PROCESS 1000
#define USER 1000
#define PAGES 262144

enum { ENAMETOOLONG = 36, ESRCH = 3 };

static size_t copy(char *to, const char *text)
{
    size_t n = 0;
    while ((to[n] = text[n]))
        n++;
    return n;
}

/* struct utsname. */
int uname(char (*names)[NAME_LENGTH])
{
    static const char *const texts[6] = {"Linux", "localhost", "6.1.0", "#1 SMP", SIZE("x86_64", "i686"), "(none)"};
    for (int i = 0; i < 6; i++) {
        __builtin_memset(names[i], 0, NAME_LENGTH);
        copy(names[i], texts[i]);
    }
    return 0;
}

/* As much of the name as there is room for. */
static int tell(char *to, size_t room, const char *name, size_t n)
{
    for (size_t i = 0; i < room && i < n; i++)
        to[i] = name[i];
    return tb_failed(room < n ? ENAMETOOLONG : 0);
}

int gethostname(char *to, size_t room)
{
    return tell(to, room, "localhost", 10);
}

int getdomainname(char *to, size_t room)
{
    return room < 7 ? tb_failed(EINVAL) : tell(to, room, "(none)", 7);
}

struct sysinfo {
    long uptime;
    unsigned long loads[3], total, free, shared, buffers, swap, free_swap;
    unsigned short processes, padding;
    unsigned long high, free_high;
    unsigned unit;
#ifndef __LP64__
    char rest[8];
#endif
};
_Static_assert(sizeof(struct sysinfo) == SIZE(112, 64), "as glibc");

int sysinfo(struct sysinfo *info)
{
    __tb_clock();
    *info = (struct sysinfo){.uptime = 100000 + __tb_passed(), .total = PAGES, .free = PAGES / 2, .processes = 1, .unit = 4096};
    return 0;
}

long get_phys_pages(void)
{
    return PAGES;
}

long get_avphys_pages(void)
{
    return PAGES / 2;
}

int getdtablesize(void)
{
    return 1024;
}

int getloadavg(double *loads, int count)
{
    count = count > 3 ? 3 : count;
    for (int i = 0; i < count; i++)
        loads[i] = 0;
    return count;
}

/* The thread's processor, and the only node. */
int sched_getcpu(void);

int getcpu(unsigned *processor, unsigned *node)
{
    if (processor)
        *processor = (unsigned)sched_getcpu();
    if (node)
        *node = 0;
    return 0;
}

/* Processes are one group, and one session, that this one does not lead. */
int getpgrp(void)
{
    return PROCESS;
}

int getpgid(int process)
{
    return process == 0 || process == PROCESS ? PROCESS : tb_failed(ESRCH);
}

int getsid(int process)
{
    return getpgid(process);
}

static int three(unsigned *real, unsigned *effective, unsigned *saved)
{
    *real = *effective = *saved = USER;
    return 0;
}

int getresuid(unsigned *real, unsigned *effective, unsigned *saved)
{
    return three(real, effective, saved);
}

int getresgid(unsigned *real, unsigned *effective, unsigned *saved)
{
    return three(real, effective, saved);
}

/* Nobody but the superuser becomes somebody else. */
#define BECOME(name)                                    \
    int name(unsigned who)                              \
    {                                                   \
        return tb_failed(who == USER ? 0 : who == ~0u ? EINVAL : EPERM); \
    }
BECOME(setuid)
BECOME(setgid)
BECOME(seteuid)
BECOME(setegid)

int getgroups(int room, unsigned *groups)
{
    if (room < 0)
        return tb_failed(EINVAL);
    if (room > 0)
        groups[0] = USER;
    return 1;
}

/* What is in memory stays there, and is used as it is used: no effect. */
#define NO_EFFECT(name, parameters) \
    int name parameters             \
    {                               \
        return 0;                   \
    }
NO_EFFECT(mlock, (const void *from, size_t n))
NO_EFFECT(munlock, (const void *from, size_t n))
NO_EFFECT(munlockall, (void))
NO_EFFECT(malloc_trim, (size_t left))

int mlockall(int flags)
{
    return tb_failed(flags <= 0 || flags > 7 ? EINVAL : 0);
}

int mallopt(int what, int value)
{
    return 1;
}

struct rlimit;
int getrlimit(int resource, struct rlimit *limit);
int setrlimit(int resource, const struct rlimit *limit);

#ifdef __LP64__
int getrlimit64(int resource, struct rlimit *limit)
{
    return getrlimit(resource, limit);
}

int setrlimit64(int resource, const struct rlimit *limit)
{
    return setrlimit(resource, limit);
}
#endif

int sched_rr_get_interval(int process, struct timespec *interval)
{
    if (process != 0 && process != PROCESS)
        return tb_failed(process < 0 ? EINVAL : ESRCH);
    *interval = (struct timespec){0, 4000000};
    return 0;
}

int clock_getcpuclockid(int process, int *clock)
{
    if (process != 0 && process != PROCESS)
        return ESRCH;
    *clock = 2; /* CLOCK_PROCESS_CPUTIME_ID */
    return 0;
}

/* Nobody can say who has called whom: no frames. */
int backtrace(void **frames, int room)
{
    return 0;
}

void backtrace_symbols_fd(void *const *frames, int count, int descriptor)
{
}

char **backtrace_symbols(void *const *frames, int count)
{
    return malloc(1);
}
