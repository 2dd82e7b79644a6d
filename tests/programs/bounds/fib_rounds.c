//@ cflags: -DN=5
//@ check --races explore --rounds 0: incomplete executions=1 limit=rounds graph-only
//@ check --races explore --rounds 1: incomplete executions=272 limit=rounds graph-only
//@ check --races explore --rounds 2: incomplete executions=8508 limit=rounds graph-only
//@ check --races explore --rounds 3: incomplete executions=65243 limit=rounds graph-only
// The numbers are those of GenMC 0.11 with its bound on rounds. No thread waits, so nothing is explored in vain.
// With no round there is one execution: main, then the first thread, then the second.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

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
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    int left = i, right = j;
    assert(left <= 144 && right <= 144); // fib(12)
    return 0;
}
