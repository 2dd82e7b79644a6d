//@ check --unroll 2 --model sc: incomplete limit=unroll
//@ check --unroll 3 --model sc: assertion line=@fourth
// N + 1 rounds of a loop, whatever its form: three with N = 2, and the fourth is what fails with N = 3. (It writes in each
// round: it does not wait.)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int seen[4], stop;

static int round_of(int i)
{
    int rounds = atomic_fetch_add(&seen[i], 1) + 1;
    assert(rounds < 4); /*@fourth*/
    return atomic_load(&stop);
}

static void *by_while(void *arg)
{
    while (!atomic_load(&stop))
        round_of(0);
    return arg;
}

static void *by_do(void *arg)
{
    do {
        round_of(1);
    } while (!atomic_load(&stop));
    return arg;
}

static void *by_for(void *arg)
{
    for (int i = 0; i < 100; i++)
        if (round_of(2))
            break;
    return arg;
}

static void *by_break(void *arg)
{
    for (;;)
        if (round_of(3))
            return arg;
}

#ifndef LOOP
#define LOOP by_while
#endif

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, LOOP, NULL);
    pthread_join(thread, NULL);
    return 0;
}
