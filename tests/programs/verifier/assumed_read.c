//@ check: safe executions=1 blocked=0
//@ check --model rc11: safe executions=1 blocked=0
// Of what a read may find only what is assumed is looked at: the thread is last, and finds 11.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

void __VERIFIER_assume(int);

static atomic_int x;

static void *reader(void *arg)
{
    __VERIFIER_assume(x == 11);
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, reader, NULL);
    for (int i = 1; i <= 11; i++)
        x = i;
    pthread_join(other, NULL);
    return 0;
}
