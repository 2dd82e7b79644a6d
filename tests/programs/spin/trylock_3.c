//@ check: safe executions=6
// Polling a mutex.
#include "spin.h"

static int shared;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *body(void *arg)
{
    while (pthread_mutex_trylock(&mutex))
        sched_yield();
    shared++;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    run(3);
    assert(shared == 3);
    return 0;
}
