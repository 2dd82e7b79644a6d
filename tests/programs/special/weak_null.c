//@ check: safe executions=1 output="no hook\n"
// A weak function or variable that nothing defines is null; one of the library is not, and works; a weak definition is a definition.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

extern int hook(int) __attribute__((weak));
extern int setting __attribute__((weak));
extern int pthread_mutex_trylock(pthread_mutex_t *) __attribute__((weak));
extern __attribute__((weak)) int pthread_mutex_timedlock(pthread_mutex_t *, const struct timespec *);
__attribute__((weak)) int defined(void) { return 4; }

static int (*const table[2])(int) = { hook, 0 };

int main(void)
{
    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    if (hook)
        return hook(1);
    if (&setting)
        return setting;
    if (table[0])
        return 1;
    assert(pthread_mutex_trylock && pthread_mutex_trylock(&m) == 0);
    assert(pthread_mutex_timedlock);
    assert(defined() == 4);
    puts("no hook");
    return 0;
}
