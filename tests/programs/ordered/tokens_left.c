//@ check --explorer optimal --model sc: safe
// Four threads hand tokens round, and main asks for what is left of them when all is over: sem_getvalue orders nothing,
// but comes after everything.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#define N 4

static sem_t tokens, mutex;
static int taken;
static atomic_int refused;

static void *thread(void *arg)
{
    sem_wait(&tokens);
    sem_wait(&mutex);
    taken++;
    sem_post(&mutex);
    sem_wait(&mutex);
    if (taken > N)
        atomic_store(&refused, 1);
    sem_post(&mutex);
    sem_post(&tokens);
    return arg;
}

int main(void)
{
    pthread_t threads[N];
    sem_init(&tokens, 0, 2);
    sem_init(&mutex, 0, 1);
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, thread, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    int left;
    sem_getvalue(&tokens, &left);
    assert(left == 2 && taken == N && !refused);
}
