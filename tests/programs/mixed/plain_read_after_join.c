//@ check: safe executions=2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *first(void *arg) {
    x = 1;
    return arg;
}

static void *second(void *arg) {
    x = 2;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int plain = *(volatile int *)&x;
    assert(plain == 1 || plain == 2);
    assert(plain == x);
    return 0;
}
