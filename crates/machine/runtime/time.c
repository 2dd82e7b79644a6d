/* The clock stands still. It would have to stand still in any case as long as nobody looks; and a clock that each
 * thread moves on for itself could show a later time first when threads tell each other the time. The second reading makes
 * the verdict `incomplete`.
 *
 * Only for a thread that comes round in a loop, and would do the same for ever, time goes on (`__tb_passed`): by a second,
 * then by a quarter of an hour, then by eleven days. Else nothing behind such a loop would be looked at. */
#include "tb.h"

#define NOW 1000000000L /* 9 September 2001 */

struct timeval {
    time_t tv_sec;
    long tv_usec;
};

/* `__tb_unread_...`: where it makes no difference what time it is (frontend, lower/deadline.rs). It is the last moment of a second:
   so who adds too much, and carries only once, is refused. */
time_t __tb_unread_time(time_t *where)
{
    if (where)
        *where = NOW;
    return NOW;
}

time_t time(time_t *where)
{
    __tb_clock();
    time_t now = NOW + __tb_passed();
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
    where->tv_nsec = 999999999;
    return 0;
}

int clock_gettime(int clock, struct timespec *where)
{
    if (clock >= 0 && clock <= 11)
        __tb_clock();
    int result = __tb_unread_clock_gettime(clock, where);
    if (result == 0) {
        where->tv_sec += __tb_passed();
        where->tv_nsec = 0;
    }
    return result;
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
    where->tv_usec = 999999;
    return 0;
}

int gettimeofday(struct timeval *where, void *zone)
{
    __tb_clock();
    __tb_unread_gettimeofday(where, zone);
    where->tv_sec += __tb_passed();
    where->tv_usec = 0;
    return 0;
}

int __tb_unread_timespec_get(struct timespec *where, int base)
{
    if (base != 1)
        return 0;
    where->tv_sec = NOW;
    where->tv_nsec = 999999999;
    return base;
}

int timespec_get(struct timespec *where, int base)
{
    if (base == 1)
        __tb_clock();
    int result = __tb_unread_timespec_get(where, base);
    if (result != 0) {
        where->tv_sec += __tb_passed();
        where->tv_nsec = 0;
    }
    return result;
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
