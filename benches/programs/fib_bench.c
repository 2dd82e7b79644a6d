// Two threads add to each other's variable N times, main reads both meanwhile. Run with --races explore.
// N = 5: 218,243 executions; N = 4: 19,605.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 5
#endif

static int i = 1, j = 1;

static void *first(void *arg) {
    for (int k = 0; k < N; k++)
        i = i + j;
    return arg;
}

static void *second(void *arg) {
    for (int k = 0; k < N; k++)
        j = j + i;
    return arg;
}

int main(void) {
    pthread_t a, b;
    int largest = 1, before = 1; // fib(2N + 2)
    for (int k = 0; k < 2 * N; k++) {
        int next = largest + before;
        before = largest;
        largest = next;
    }
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    int left = i, right = j;
    assert(left <= largest && right <= largest);
    return 0;
}
