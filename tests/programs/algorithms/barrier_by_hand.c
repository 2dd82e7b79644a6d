//@ check: safe executions=2
// A barrier of a mutex and a condition variable: two orders of arrival.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define N 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_here = PTHREAD_COND_INITIALIZER;
static int arrived, generation, values[N];

static void barrier(void) {
    pthread_mutex_lock(&lock);
    int mine = generation;
    if (++arrived == N) {
        arrived = 0;
        generation++;
        pthread_cond_broadcast(&all_here);
    } else {
        while (generation == mine)
            pthread_cond_wait(&all_here, &lock);
    }
    pthread_mutex_unlock(&lock);
}

static void *worker(void *arg) {
    int me = *(int *)arg;
    values[me] = 1;
    barrier();
    assert(values[1 - me] == 1);
    return NULL;
}

int main(void) {
    pthread_t t[N];
    int number[N] = {0, 1};
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, worker, &number[i]);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
