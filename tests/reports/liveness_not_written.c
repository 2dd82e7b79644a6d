// Each of two threads leaves it to the other one to say that all is done.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int idle, job, done, noise;

static void *helper(void *arg)
{
    atomic_store(&idle, 1);
    if (atomic_load(&job))
        atomic_store(&done, 1);
    return arg;
}

static void *boss(void *arg)
{
    if (atomic_load(&idle))
        atomic_store(&job, 1);
    else
        atomic_store(&done, 1);
    return arg;
}

static void *counter(void *arg)
{
    atomic_fetch_add(&noise, 1);
    return arg;
}

int main(void)
{
    pthread_t h, b, c;
    pthread_create(&c, NULL, counter, NULL);
    pthread_create(&h, NULL, helper, NULL);
    pthread_create(&b, NULL, boss, NULL);
    while (!atomic_load(&done))
        ;
    pthread_join(h, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
