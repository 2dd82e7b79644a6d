//@ check --explorer states --model sc: safe
//@ check --explorer optimal --model sc: safe
// Four philosophers, each of whom asks a monitor for both forks, and how many meals there were, which is read when all
// is over. Nobody learns of the relaxed additions before that, so that interleavings are all there is.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#define N 4

static atomic_int meals;
static enum { THINKING, HUNGRY, EATING } state[N];
static sem_t monitor, forks[N];

static void look(int i)
{
    if (state[i] == HUNGRY && state[(i + N - 1) % N] != EATING && state[(i + 1) % N] != EATING) {
        state[i] = EATING;
        sem_post(&forks[i]);
    }
}

static void *philosopher(void *number)
{
    int i = *(int *)number;
    sem_wait(&monitor);
    state[i] = HUNGRY;
    look(i);
    sem_post(&monitor);
    sem_wait(&forks[i]);
    atomic_fetch_add_explicit(&meals, 1, memory_order_relaxed);
    sem_wait(&monitor);
    state[i] = THINKING;
    look((i + N - 1) % N);
    look((i + 1) % N);
    sem_post(&monitor);
    return NULL;
}

int main(void)
{
    static int numbers[N];
    pthread_t threads[N];
    sem_init(&monitor, 0, 1);
    for (int i = 0; i < N; i++)
        sem_init(&forks[i], 0, 0);
    for (int i = 0; i < N; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, philosopher, &numbers[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    assert(atomic_load_explicit(&meals, memory_order_relaxed) == N);
}
