//@ check: safe
//@ check --races explore: safe
// Who is let go by a barrier need not have left it when another one has destroyed it, and made it anew, or made something else of its memory: POSIX
// allows that once nobody is blocked. It must not wait for the new barrier.
#include <pthread.h>

static union {
    pthread_barrier_t barrier;
    pthread_cond_t cond;
} it;

static void *goes(void *arg)
{
    pthread_barrier_wait(&it.barrier);
    return arg;
}

static void *makes_anew(void *arg)
{
    pthread_barrier_wait(&it.barrier);
    pthread_barrier_destroy(&it.barrier);
    if (arg)
        pthread_cond_init(&it.cond, NULL);
    else
        pthread_barrier_init(&it.barrier, NULL, 2);
    return arg;
}

static void two(void *how)
{
    pthread_t a, b;
    pthread_barrier_init(&it.barrier, NULL, 2);
    pthread_create(&a, NULL, goes, NULL);
    pthread_create(&b, NULL, makes_anew, how);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}

int main(void)
{
    two(NULL);
    pthread_barrier_destroy(&it.barrier);
    two(&it);
    pthread_cond_destroy(&it.cond);
    return 0;
}
