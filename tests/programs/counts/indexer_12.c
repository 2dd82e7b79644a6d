//@ check: safe executions=8 graph-only
// indexer of Flanagan and Godefroid (Dynamic partial-order reduction, 2005): 8 for 12 threads.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 12
#endif
#define SIZE 128
#define MAX 4

static atomic_int table[SIZE];

static void *worker(void *arg) {
    int tid = *(int *)arg;
    for (int m = 1; m <= MAX; m++) {
        int w = m * 11 + tid, h = (w * 7) % SIZE, zero = 0;
        while (!atomic_compare_exchange_strong(&table[h], &zero, w)) {
            h = (h + 1) % SIZE;
            zero = 0;
        }
    }
    return NULL;
}

int main(void) {
    pthread_t t[N];
    int number[N];
    for (int i = 0; i < N; i++) {
        number[i] = i;
        pthread_create(&t[i], NULL, worker, &number[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
