// Two writers count to N, each in its own variable; main reads both and assumes that it has found the last values: one
// execution, and none of the N * N others.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 42
#endif

void __VERIFIER_assume(int);

static atomic_int x, y;

static void *count(void *arg) {
    atomic_int *to = arg;
    for (int i = 1; i <= N; i++)
        *to = i;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, count, &x);
    pthread_create(&b, NULL, count, &y);
    int first = x, second = y;
    __VERIFIER_assume(first == N && second == N);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
