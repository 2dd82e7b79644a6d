//@ check: safe executions=6
//@ check --explorer source: safe executions=6
//@ check --explorer unfolding --races ignore: safe executions=6
//@ check --model rc11: safe
// A lock whose back-off stands in a structure: how long a thread sleeps decides nothing.
#include <time.h>
#include "spin.h"

#ifndef SLEEP
#define SLEEP(d) nanosleep(d, NULL)
#endif

#ifndef N
#define N 3
#endif

static atomic_int lock;
static int count;

static void *body(void *arg)
{
    struct timespec d = {.tv_nsec = 1000};
    while (atomic_exchange(&lock, 1)) {
        SLEEP(&d);
        if (d.tv_nsec < 1000000)
            d.tv_nsec *= 2;
    }
    count++;
    atomic_store(&lock, 0);
    return arg;
}

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, body, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    assert(count == N);
    return 0;
}
