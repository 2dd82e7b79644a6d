//@ check --explorer optimal: safe commuting=1 named-only
// Six threads (or THREADS), each with a bucket of its own (integers side by side), two sections each under one mutex. In order: 12! / 2^6 executions, which
// graph does not come to the end of. No two sections of different threads conflict: one.
#include <pthread.h>

#ifndef THREADS
#define THREADS 6
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int bucket[THREADS];

static void *worker(void *arg) {
    int *own = arg;
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&m);
        *own += 1;
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void) {
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, worker, &bucket[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    return bucket[0] != 2;
}
