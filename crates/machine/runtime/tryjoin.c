/* Joining without waiting, or not for ever. A thread tells when it ends, in programs that ask. */
#include "tb.h"

static _Atomic unsigned char __tb_ended[MOST_THREADS];

void __tb_instead___tb_thread_ended(void)
{
    __tb_ended[pthread_self() - 1] = 1;
}

/* What is no thread is left to pthread_join. */
static int is_running(pthread_t thread)
{
    __tb_keep(__tb_thread_exit);
    __tb_keep(__tb_instead___tb_thread_ended);
    return thread - 1 < MOST_THREADS && !__tb_ended[thread - 1];
}

int pthread_tryjoin_np(pthread_t thread, void **result)
{
    return is_running(thread) ? EBUSY : pthread_join(thread, result);
}

int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until)
{
    if (thread != pthread_self() && is_running(thread)) {
        time_t second = until->tv_sec;
        if (!tb_is_valid(until))
            return EINVAL;
        __tb_timed_out(second);
        return ETIMEDOUT;
    }
    return pthread_join(thread, result);
}

int pthread_clockjoin_np(pthread_t thread, void **result, int clock, const struct timespec *until)
{
    if (clock != 0 && clock != 1) /* CLOCK_REALTIME, CLOCK_MONOTONIC */
        return EINVAL;
    return pthread_timedjoin_np(thread, result, until);
}
