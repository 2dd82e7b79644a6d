// Two threads lock and unlock a mutex of their own N times, then a shared one once: 2 executions, however long.
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 1600
#endif

static pthread_mutex_t own[2], shared = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(arg);
        pthread_mutex_unlock(arg);
    }
    pthread_mutex_lock(&shared);
    pthread_mutex_unlock(&shared);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, &own[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
