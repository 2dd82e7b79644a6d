//@ check: safe executions=6
// Three philosophers; each takes the fork with the lower number first, then the other one, and eats.
#include <assert.h>
#include <pthread.h>

#define N 3

static pthread_mutex_t forks[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int meals[N];

static void *philosopher(void *arg) {
    int seat = *(int *)arg;
    int left = seat, right = (seat + 1) % N;
    int low = left < right ? left : right, high = left < right ? right : left;
    pthread_mutex_lock(&forks[low]);
    pthread_mutex_lock(&forks[high]);
    meals[seat]++;
    pthread_mutex_unlock(&forks[high]);
    pthread_mutex_unlock(&forks[low]);
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    int seats[N];
    for (int i = 0; i < N; i++) {
        seats[i] = i;
        pthread_create(&threads[i], NULL, philosopher, &seats[i]);
    }
    for (int i = 0; i < N; i++) {
        pthread_join(threads[i], NULL);
        assert(meals[i] == 1);
    }
    return 0;
}
