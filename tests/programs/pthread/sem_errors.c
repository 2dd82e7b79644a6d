//@ check: safe executions=1
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <time.h>

int main(void) {
    sem_t s;
    int value = -1;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    errno = 0;
    assert(sem_init(&s, 0, (unsigned)INT_MAX + 1) == -1 && errno == EINVAL);
    assert(sem_init(&s, 0, 1) == 0);
    assert(sem_getvalue(&s, &value) == 0 && value == 1);
    assert(sem_trywait(&s) == 0);
    assert(sem_getvalue(&s, &value) == 0 && value == 0);
    errno = 0;
    assert(sem_trywait(&s) == -1 && errno == EAGAIN);
    errno = 0;
    assert(sem_timedwait(&s, &now) == -1 && errno == ETIMEDOUT);
    errno = 0;
    assert(sem_clockwait(&s, CLOCK_REALTIME, &now) == -1 && errno == ETIMEDOUT);
    assert(sem_post(&s) == 0);
    assert(sem_timedwait(&s, &now) == 0);
    now.tv_nsec = 1000000000;
    errno = 0;
    assert(sem_timedwait(&s, &now) == -1 && errno == EINVAL);
    assert(sem_destroy(&s) == 0);
    return 0;
}
