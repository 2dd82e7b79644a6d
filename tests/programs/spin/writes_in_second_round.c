//@ check: safe executions=3
// 1; 0 1; 0 0 1, with a store in the second round; 0 0 0 waits, in the third round.
#include "spin.h"

static atomic_int flag;
static atomic_int told;

static void *body(void *arg)
{
    int rounds = 0, done = 0;
    while (!atomic_load(&flag)) {
        if (rounds < 2)
            rounds++;
        if (rounds == 2 && !done)
            atomic_store(&told, done = 1);
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
