// main looks before the thread that it relies on has done anything: no other thread's step is needed.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t batches;
static atomic_int flushed;

static void *flusher(void *arg)
{
    for (int i = 0; i < 2; i++) {
        sem_wait(&batches);
        atomic_fetch_add(&flushed, 1);
    }
    return arg;
}

static void *producer(void *arg)
{
    sem_post(&batches);
    sem_post(&batches);
    return arg;
}

int main(void)
{
    pthread_t f, p;
    sem_init(&batches, 0, 0);
    pthread_create(&f, NULL, flusher, NULL);
    pthread_create(&p, NULL, producer, NULL);
    pthread_join(p, NULL);
#ifdef FIX
    pthread_join(f, NULL);
#endif
    return atomic_load(&flushed) != 2;
}
