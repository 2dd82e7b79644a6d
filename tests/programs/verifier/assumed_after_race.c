//@ check: data-race
//@ check --model rc11: data-race
// The read that the assumption refuses is the only one that is not ordered after the plain write of
// the same variable: what is assumed is published after it.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

void __VERIFIER_assume(int);

static atomic_int x;

static void *reader(void *arg)
{
    __VERIFIER_assume(x == 2);
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, reader, NULL);
    *(volatile int *)&x = 1;
    x = 2;
    pthread_join(other, NULL);
    return 0;
}
