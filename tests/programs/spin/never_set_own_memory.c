//@ check: liveness line=@wait
//@ check --model rc11: liveness line=@wait
//@ check --model pso: liveness line=@wait
//@ check --model rc11 --races explore: liveness line=@wait
// A wait for what never comes, that looks at memory of its own in each round: what shows the execution does not assume that it is its own.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag;

static void *waiter(void *arg)
{
    int *own = malloc(sizeof *own);
    int seen = 0;
    *own = 3;
    while (!atomic_load_explicit(&flag, memory_order_relaxed)) /*@wait*/
        seen = *own;
    free(own);
    return seen == 3 ? arg : NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, waiter, NULL);
    pthread_join(thread, NULL);
    return 0;
}
