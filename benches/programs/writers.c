// N writers of x and one reader: (N + 1)! executions; 362,880 for N = 8.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 8
#endif

static atomic_int x;

static void *writer(void *arg) {
    atomic_store(&x, *(int *)arg);
    return NULL;
}

static void *reader(void *arg) {
    *(int *)arg = atomic_load(&x);
    return NULL;
}

int main(void) {
    pthread_t threads[N + 1];
    int values[N + 1];
    for (int i = 0; i <= N; i++) {
        values[i] = i + 1;
        pthread_create(&threads[i], NULL, i < N ? writer : reader, &values[i]);
    }
    for (int i = 0; i <= N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
