//@ check --explorer prefix: safe
//@ check --explorer unfolding --cutoffs: safe
// One takes the right fork first.
#include <pthread.h>

#ifndef N
#define N 4
#endif
static pthread_mutex_t forks[N];

static void *dine(void *arg) {
    long me = (long)arg, first = me, second = (me + 1) % N;
    if (me == 0) {
        first = 1;
        second = 0;
    }
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
