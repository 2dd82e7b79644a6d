// lastzero(N) of "Optimal Dynamic Partial Order Reduction": (N + 3) 2^(N - 2) executions; 15,360 for N = 12.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 12
#endif

static atomic_int array[N + 1];

static void *reader(void *arg) {
    int i = N;
    while (atomic_load(&array[i]) != 0)
        i--;
    return arg;
}

static void *writer(void *arg) {
    int j = *(int *)arg;
    atomic_store(&array[j], atomic_load(&array[j - 1]) + 1);
    return NULL;
}

int main(void) {
    pthread_t r, threads[N];
    int number[N];
    pthread_create(&r, NULL, reader, NULL);
    for (int i = 0; i < N; i++) {
        number[i] = i + 1;
        pthread_create(&threads[i], NULL, writer, &number[i]);
    }
    pthread_join(r, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
