//@ check: safe executions=1
// The back-off is 1, 2, 4, 4, ... rounds long, and nobody can tell: who waits goes one round.
#include "spin.h"

static atomic_int flag;

static void *body(void *arg)
{
    int rounds = 1;
    while (!atomic_load(&flag)) {
        for (int i = 0; i < rounds; i++)
            ;
        if (rounds < 4)
            rounds *= 2;
    }
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    atomic_store(&flag, 1);
    pthread_join(other, NULL);
    return 0;
}
