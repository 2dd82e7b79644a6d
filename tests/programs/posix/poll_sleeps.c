// `poll` without files sleeps; the system's limits are fixed.
//@ check: safe
#include <assert.h>
#include <gnu/libc-version.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/resource.h>

static atomic_int ready;

static void *set(void *arg)
{
    ready = 1;
    return arg;
}

int main(void)
{
    pthread_t t;
    struct rlimit limit;
    assert(getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur == 1024);
    assert(getrlimit(RLIMIT_CPU, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY);
    assert(gnu_get_libc_version()[0] == '2');
    pthread_create(&t, NULL, set, NULL);
    while (!ready)
        poll(NULL, 0, 10);
    pthread_join(t, NULL);
    return 0;
}
