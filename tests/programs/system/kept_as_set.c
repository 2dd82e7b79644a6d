//@ cflags: -D_GNU_SOURCE
//@ check: safe
// What is set is what is asked for later.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

static void *second(void *none) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(1, &set);
    assert(!pthread_setaffinity_np(pthread_self(), sizeof set, &set) && sched_getcpu() == 1);
    CPU_ZERO(&set);
    assert(!pthread_getaffinity_np(pthread_self(), sizeof set, &set) && CPU_COUNT(&set) == 1 && CPU_ISSET(1, &set));
    CPU_ZERO(&set);
    assert(sched_setaffinity(0, sizeof set, &set) == -1 && errno == EINVAL);
    return none;
}

int main(void) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    assert(sched_setaffinity(0, sizeof set, &set) == 0);
    CPU_ZERO(&set);
    assert(sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) == 1 && sched_getcpu() == 0);
    pthread_t thread;
    pthread_create(&thread, NULL, second, NULL);
    pthread_join(thread, NULL);
    assert(sched_getcpu() == 0);

    assert(getpriority(PRIO_PROCESS, 0) == 0 && nice(5) == 5 && nice(0) == 5);
    assert(setpriority(PRIO_PROCESS, 0, 7) == 0 && getpriority(PRIO_PROCESS, getpid()) == 7);
    if (getuid()) {
        errno = 0;
        assert(nice(-1) == -1 && errno == EPERM);
        errno = 0;
        assert(setpriority(PRIO_PROCESS, 0, 1) == -1 && errno == EACCES);
    }
    assert(nice(100) == 19 && getpriority(PRIO_PROCESS, 0) == 19);
    errno = 0;
    assert(getpriority(9, 0) == -1 && errno == EINVAL);
    return 0;
}
