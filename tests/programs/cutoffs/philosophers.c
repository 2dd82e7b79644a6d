//@ check --explorer prefix: deadlock
// Each takes the left fork first, for ever.
#include <pthread.h>

#define N 4
static pthread_mutex_t forks[N];

static void *dine(void *arg) {
    long me = (long)arg, first = me, second = (me + 1) % N;
    for (;;) {
        pthread_mutex_lock(&forks[first]);
        pthread_mutex_lock(&forks[second]);
        pthread_mutex_unlock(&forks[second]);
        pthread_mutex_unlock(&forks[first]);
    }
    return NULL;
}

int main(void) {
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, dine, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
