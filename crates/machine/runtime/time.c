/* The clock stands still. It would have to stand still in any case as long as nobody looks; and a clock that each
 * thread moves on for itself could show a later time first when threads tell each other the time. The second reading makes
 * the verdict `incomplete`.
 *
 * It is the last moment of a second: who adds to nanoseconds, and carries not or not enough, is refused then. (Who takes from
 * them is not.) `__tb_unread_...`: where it makes no difference what time it is (frontend, lower/deadline.rs).
 *
 * Only for a thread that comes round in a loop, and would do the same for ever, time goes on (`__tb_passed`): by a second,
 * then by a quarter of an hour, then by eleven days. Else nothing behind such a loop would be looked at.
 *
 * And when a deadline has passed, it has (docs/proofs/clock.md). */
#include "tb.h"

#define NOW 1000000000L /* 9 September 2001 */
#define LAST_NANOSECOND 999999999
#define LAST_MICROSECOND 999999
#define FAR 1000000000L /* What is so much later is meant to be never. */
#define MOST_MOVES 3
#define LOST (NOW + FAR) /* Nobody knows how late it is. */

struct timeval {
    time_t tv_sec;
    long tv_usec;
};

/* The second in which the latest deadline was that has passed, or nothing. Accesses are relaxed: nobody is told anything
 * but the time. */
static time_t __tb_latest;

void __tb_late(time_t *now); /* `now` is not before the deadlines that have passed */

/* These two are linked where the program reads the clock and waits until some time, or reads it in a loop (frontend,
 * lower/deadline.rs). A thread that has found the clock later than others tells them. */
void __tb_instead___tb_late(time_t *now)
{
    time_t latest = __atomic_load_n(&__tb_latest, __ATOMIC_RELAXED);
    if (latest >= LOST)
        __tb_lost_clock();
    if (latest > *now)
        *now = latest;
    else if (*now > NOW && latest < *now)
        __atomic_fetch_max(&__tb_latest, *now, __ATOMIC_RELAXED);
}

/* A thread that waits until a second from now, time and again, moves the clock a few times only: else it would never come back
 * to where it was. Then nobody may look any more. */
void __tb_instead___tb_timed_out(time_t second)
{
    static _Thread_local int __tb_moves;
    if (second <= NOW || second >= LOST)
        return;
    if (__tb_moves < MOST_MOVES)
        __tb_moves += __atomic_fetch_max(&__tb_latest, second, __ATOMIC_RELAXED) < second;
    else if (__atomic_load_n(&__tb_latest, __ATOMIC_RELAXED) < second)
        __atomic_fetch_max(&__tb_latest, LOST, __ATOMIC_RELAXED);
}

static time_t read_clock(void)
{
    __tb_clock();
    time_t now = NOW + __tb_passed();
    __tb_late(&now);
    return now;
}

time_t __tb_unread_time(time_t *where)
{
    if (where)
        *where = NOW;
    return NOW;
}

time_t time(time_t *where)
{
    time_t now = read_clock();
    if (where)
        *where = now;
    return now;
}

long clock(void)
{
    __tb_clock();
    return __tb_passed() * 1000L; /* Less than others see, so that it fits. */
}

double difftime(time_t a, time_t b)
{
    return (double)((long long)a - b);
}

int __tb_unread_clock_gettime(int clock, struct timespec *where)
{
    if (clock < 0 || clock > 11) {
        errno = EINVAL;
        return -1;
    }
    where->tv_sec = NOW;
    where->tv_nsec = LAST_NANOSECOND;
    return 0;
}

int clock_gettime(int clock, struct timespec *where)
{
    if (clock < 0 || clock > 11) {
        errno = EINVAL;
        return -1;
    }
    where->tv_sec = read_clock();
    where->tv_nsec = LAST_NANOSECOND;
    return 0;
}

int clock_getres(int clock, struct timespec *where)
{
    if (clock < 0 || clock > 11) {
        errno = EINVAL;
        return -1;
    }
    if (where) {
        where->tv_sec = 0;
        where->tv_nsec = 1;
    }
    return 0;
}

int __tb_unread_gettimeofday(struct timeval *where, void *zone)
{
    (void)zone;
    where->tv_sec = NOW;
    where->tv_usec = LAST_MICROSECOND;
    return 0;
}

int gettimeofday(struct timeval *where, void *zone)
{
    (void)zone;
    where->tv_sec = read_clock();
    where->tv_usec = LAST_MICROSECOND;
    return 0;
}

int __tb_unread_timespec_get(struct timespec *where, int base)
{
    if (base != 1)
        return 0;
    where->tv_sec = NOW;
    where->tv_nsec = LAST_NANOSECOND;
    return base;
}

int timespec_get(struct timespec *where, int base)
{
    if (base != 1)
        return 0;
    where->tv_sec = read_clock();
    where->tv_nsec = LAST_NANOSECOND;
    return base;
}

unsigned sleep(unsigned seconds)
{
    (void)seconds;
    __tb_point();
    return 0;
}

int usleep(unsigned microseconds)
{
    (void)microseconds;
    __tb_point();
    return 0;
}

int nanosleep(const struct timespec *duration, struct timespec *remaining)
{
    (void)remaining;
    __tb_point();
    if (tb_is_valid(duration) && duration->tv_sec >= 0)
        return 0;
    errno = EINVAL;
    return -1;
}

int clock_nanosleep(int clock, int flags, const struct timespec *duration, struct timespec *remaining)
{
    (void)flags, (void)remaining;
    __tb_point();
    return clock >= 0 && clock <= 11 && tb_is_valid(duration) && duration->tv_sec >= 0 ? 0 : EINVAL;
}
