//@ check: safe executions=43
// Thread i of 1..n does one compare-and-swap of x from i - 1 to i. If the first k succeed, thread k + 1 read one of the k
// older values and each later one any of the k + 1: the sum over k < n of k (k + 1)^(n - k - 1), plus 1, is 43.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define N 5

static atomic_int x;

static void *worker(void *arg) {
    int to = *(int *)arg, from = to - 1;
    atomic_compare_exchange_strong(&x, &from, to);
    return NULL;
}

int main(void) {
    pthread_t t[N];
    int number[N];
    for (int i = 0; i < N; i++) {
        number[i] = i + 1;
        pthread_create(&t[i], NULL, worker, &number[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
