//@ check: deadlock
// Three philosophers; each takes the fork on the left, then the fork on the right, and eats.
#include <assert.h>
#include <pthread.h>

#define N 3

static pthread_mutex_t forks[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int meals[N];

static void *philosopher(void *arg) {
    int seat = *(int *)arg;
    int left = seat, right = (seat + 1) % N;
    pthread_mutex_lock(&forks[left]);
    pthread_mutex_lock(&forks[right]);
    meals[seat]++;
    pthread_mutex_unlock(&forks[right]);
    pthread_mutex_unlock(&forks[left]);
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
