//@ check: use-after-free
//@ check --explorer optimal: use-after-free
//@ check --explorer source: use-after-free
//@ check --explorer unfolding --races report: use-after-free
// Two threads raise the same flag, but only one of them uses the variable, whose life ends once the flag is seen. The function that waits for it does the same
// whoever has raised it; what comes before that does not.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;

static void *user(void *arg)
{
    *(int *)arg = 1;
    atomic_store(&flag, 1);
    return NULL;
}

static void *other(void *arg)
{
    atomic_store(&flag, 1);
    return arg;
}

static void start_and_wait(pthread_t *one, pthread_t *two)
{
    int used = 0;
    pthread_create(one, NULL, user, &used);
    pthread_create(two, NULL, other, NULL);
    while (!atomic_load(&flag))
        ;
}

int main(void)
{
    pthread_t one, two;
    start_and_wait(&one, &two);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
