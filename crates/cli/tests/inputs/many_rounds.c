/* 3000 rounds of a loop that ends: too many to explore, and none that --unroll bounds. */
#include <pthread.h>
#ifndef ROUNDS
#define ROUNDS 3000
#endif
#ifndef THREADS
#define THREADS 2
#endif
static long counter;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *inc(void *arg) {
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&m);
        counter++;
        pthread_mutex_unlock(&m);
    }
    return arg;
}
int main(void) {
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, inc, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    return counter != (long)ROUNDS * THREADS;
}
