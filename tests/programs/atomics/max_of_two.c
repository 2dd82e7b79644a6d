//@ check: safe executions=2
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x;

static void *first(void *arg) {
    __atomic_fetch_max(&x, 3, __ATOMIC_RELAXED);
    return arg;
}

static void *second(void *arg) {
    __atomic_fetch_max(&x, 5, __ATOMIC_RELAXED);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(__atomic_load_n(&x, __ATOMIC_RELAXED) == 5);
    return 0;
}
