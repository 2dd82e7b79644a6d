//@ check: safe executions=3
//@ check --model rc11: safe executions=3
// The thread always reads twice, since it counts in memory of its own: 0 0, 0 1 or 1 1. To count is an effect,
// also before the first loop, where what a thread writes to memory that is new does not count for loops that wait.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x, y;
static _Thread_local int rounds;

static void *body(void *arg)
{
    int r = atomic_load(&x);
    rounds++;
    if (rounds < 2) {
        r = atomic_load(&x);
        rounds++;
    }
    atomic_store(&y, r);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, body, NULL);
    x = 1;
    pthread_join(thread, NULL);
    return 0;
}
