// N pairs of threads, each pair over its own mutex, one of each pair then over a common one: 2^N N! executions; 46,080
// for N = 6.
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 6
#endif

static pthread_mutex_t own[N], common = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *arg) {
    pthread_mutex_lock(arg);
    pthread_mutex_unlock(arg);
    return NULL;
}

static void *second(void *arg) {
    pthread_mutex_lock(arg);
    pthread_mutex_unlock(arg);
    pthread_mutex_lock(&common);
    pthread_mutex_unlock(&common);
    return NULL;
}

int main(void) {
    pthread_t threads[2 * N];
    for (int i = 0; i < N; i++) {
        pthread_mutex_init(&own[i], NULL);
        pthread_create(&threads[2 * i], NULL, first, &own[i]);
        pthread_create(&threads[2 * i + 1], NULL, second, &own[i]);
    }
    for (int i = 0; i < 2 * N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
