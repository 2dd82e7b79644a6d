//@ check: liveness
// As fence_each_round.c, with an attempt that fails: main keeps the lock.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *waiter(void *arg)
{
    int prev = 0;
    for (;;) {
        int now = x;
        if (now == 5)
            return prev ? arg : NULL;
        if (now == 6)
            return NULL;
        if (pthread_mutex_trylock(&lock) == 0)
            return NULL;
        prev = now;
    }
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&lock);
    pthread_create(&thread, NULL, waiter, NULL);
    x = 3;
    x = 4;
    pthread_join(thread, NULL);
    return 0;
}
