//@ check: safe executions=64
// lastzero(n) of Abdulla, Aronis, Jonsson, Sagonas (Optimal DPOR): (n + 3) 2^(n - 2) = 64.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define N 5

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
    pthread_t r, t[N];
    int number[N];
    pthread_create(&r, NULL, reader, NULL);
    for (int i = 0; i < N; i++) {
        number[i] = i + 1;
        pthread_create(&t[i], NULL, writer, &number[i]);
    }
    pthread_join(r, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
