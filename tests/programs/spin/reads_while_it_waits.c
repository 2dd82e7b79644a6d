//@ check: data-race
//@ check --explorer states --model sc: data-race
//@ check --explorer naive --model sc: data-race
// Only a round in vain reads `q` plainly, and only what comes after the end of the wait writes it.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int q, seen;

static void *waits(void *arg)
{
    while (!flag)
        seen = q;
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, waits, NULL);
    flag = 1;
    q = 2;
    pthread_join(other, NULL);
    return 0;
}
