//@ check: safe executions=1
// Fibonacci numbers by threads that start threads.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *fib(void *arg) {
    int *n = arg;
    if (*n < 2)
        return NULL;
    int a = *n - 1, b = *n - 2;
    pthread_t t;
    pthread_create(&t, NULL, fib, &a);
    fib(&b);
    pthread_join(t, NULL);
    *n = a + b;
    return NULL;
}

int main(void) {
    int n = 6;
    fib(&n);
    assert(n == 8);
    return 0;
}
