//@ check: safe executions=24 blocked=0
//@ check --model rc11: safe executions=24 blocked=0
//@ check --explorer optimal: safe executions=24
// As increment.c, but every thread has memory of its own that is still there while it tries: main the
// handles of its threads, another thread what it has allocated. Four increments: 4! = 24 orders.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

static void increment(void)
{
    int seen = x;
    while (!atomic_compare_exchange_strong(&x, &seen, seen + 1))
        ;
}

static void *body(void *arg)
{
    int *mine = malloc(sizeof *mine);
    *mine = 1;
    increment();
    assert(*mine == 1);
    free(mine);
    return arg;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, body, NULL);
    increment();
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(x == 4);
    return 0;
}
