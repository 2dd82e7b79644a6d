//@ check --explorer graph --stub most=16: safe executions=10
//@ check --explorer graph --stub most=2048: safe executions=10
//@ check --explorer optimal --stub most=2048: safe
//@ check --model tso --stub most=16: safe
// A lock that pauses twice as long after each try, and yields in the end.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

extern unsigned most(void);
static atomic_ulong lock;
static int n;

static void take(unsigned limit)
{
    for (;;) {
        unsigned long free = 0;
        if (lock == 0 && atomic_compare_exchange_strong(&lock, &free, 1))
            return;
        for (unsigned tries = 1; tries < limit; tries <<= 1) {
            for (unsigned i = 0; i < tries; i++)
                __asm__ __volatile__("pause");
            free = 0;
            if (lock == 0 && atomic_compare_exchange_strong(&lock, &free, 1))
                return;
        }
        sched_yield();
    }
}

static void *worker(void *arg)
{
    take(most());
    n++;
    lock = 0;
    return arg;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, worker, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(n == 2);
    return 0;
}
