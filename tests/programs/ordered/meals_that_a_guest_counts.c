//@ check --explorer states --model sc: safe
// The same, but another thread looks at the number while they eat, and takes it for a sign that the first meal is told.
// The additions release nothing: a fault that no interleaving has.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#define N 4

static atomic_int meals, first;
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
    if (i == 0)
        atomic_store_explicit(&first, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&meals, i == 0 ? 10 : 1, memory_order_relaxed);
    sem_wait(&monitor);
    state[i] = THINKING;
    look((i + N - 1) % N);
    look((i + 1) % N);
    sem_post(&monitor);
    return NULL;
}

static void *guest(void *arg)
{
    if (atomic_load_explicit(&meals, memory_order_relaxed) >= 10)
        assert(atomic_load_explicit(&first, memory_order_relaxed) == 1);
    return arg;
}

int main(void)
{
    static int numbers[N];
    pthread_t threads[N], watching;
    sem_init(&monitor, 0, 1);
    for (int i = 0; i < N; i++)
        sem_init(&forks[i], 0, 0);
    for (int i = 0; i < N; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, philosopher, &numbers[i]);
    }
    pthread_create(&watching, NULL, guest, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    pthread_join(watching, NULL);
}
