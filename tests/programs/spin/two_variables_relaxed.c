//@ check --model rc11: liveness line=@wait
//@ check --model pso: liveness line=@wait
// A wait for what never comes, that looks at another variable in each round.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag;
static atomic_int *other;

static void *waiter(void *arg)
{
    atomic_int *mine = other;
    while (!atomic_load_explicit(&flag, memory_order_relaxed)) /*@wait*/
        if (atomic_load_explicit(mine, memory_order_relaxed) == 2) /*@wait*/
            return NULL;
    return arg;
}

int main(void)
{
    pthread_t thread;
    other = malloc(sizeof *other);
    atomic_init(other, 1);
    pthread_create(&thread, NULL, waiter, NULL);
    pthread_join(thread, NULL);
    free(other);
    return 0;
}
