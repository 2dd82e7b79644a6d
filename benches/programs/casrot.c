// Thread i of 1..N does one compare-and-swap of x from i - 1 to i. If the first k succeed, thread k + 1 read one of k
// values and each later one any of k + 1: 1 + the sum over k < N of k (k + 1)^(N - k - 1); 38,486 for N = 10.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 10
#endif

static atomic_int x;

static void *worker(void *arg) {
    int to = *(int *)arg, from = to - 1;
    atomic_compare_exchange_strong(&x, &from, to);
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    int number[N];
    for (int i = 0; i < N; i++) {
        number[i] = i + 1;
        pthread_create(&threads[i], NULL, worker, &number[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
