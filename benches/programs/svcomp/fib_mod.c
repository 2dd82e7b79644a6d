// fib_bench modulo M: the smaller M, the fewer values. N additions in each of two threads. Run with --races explore.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif
#ifndef M
#define M 3
#endif

static int i = 1, j = 1;

static void *first(void *arg) {
    for (int k = 0; k < N; k++)
        i = (i + j) % M;
    return arg;
}

static void *second(void *arg) {
    for (int k = 0; k < N; k++)
        j = (j + i) % M;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    int left = i, right = j;
    assert(left < M || right < M || M == 1);
    return 0;
}
