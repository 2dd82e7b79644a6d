//@ check --keep-going --races ignore: sync-misuse faults=2
// The barrier is destroyed and made a condition variable by who does not wait for it. Destroying it while one thread waits is a fault, and so is each of the two
// that comes too late, to what was destroyed or to the condition variable. Who was let go, and has not left yet, does nothing wrong, and does not wait.
// What comes too late stands at one place in threads of one function, so that its four forms are told as one fault.
#include <pthread.h>

static union {
    pthread_barrier_t barrier;
    pthread_cond_t cond;
} it;

static void *comes(void *arg)
{
    pthread_barrier_wait(&it.barrier);
    return arg;
}

static void *remakes(void *arg)
{
    pthread_barrier_destroy(&it.barrier);
    pthread_cond_init(&it.cond, NULL);
    return arg;
}

int main(void)
{
    pthread_t t[3];
    pthread_barrier_init(&it.barrier, NULL, 2);
    pthread_create(&t[0], NULL, comes, NULL);
    pthread_create(&t[1], NULL, remakes, NULL);
    pthread_create(&t[2], NULL, comes, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
