// One writer of x and N readers: 2^N executions; 16,384 for N = 14.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 14
#endif

static atomic_int x;

static void *writer(void *arg) {
    atomic_store(&x, 1);
    return arg;
}

static void *reader(void *arg) {
    *(int *)arg = atomic_load(&x);
    return NULL;
}

int main(void) {
    pthread_t threads[N + 1];
    int seen[N];
    pthread_create(&threads[N], NULL, writer, NULL);
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, reader, &seen[i]);
    for (int i = 0; i <= N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
