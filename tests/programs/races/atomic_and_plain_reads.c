//@ check: safe executions=1
// Nobody writes.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x = 5;

static void *first(void *arg) {
    assert(atomic_load(&x) == 5);
    return arg;
}

static void *second(void *arg) {
    assert(*(int *)&x == 5);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
