//@ check: safe executions=1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x = 1;

static void *first(void *arg) {
    assert(x == 1);
    assert(x == 1);
    return arg;
}

static void *second(void *arg) {
    assert(x == 1);
    assert(x == 1);
    return arg;
}

static void *third(void *arg) {
    assert(x == 1);
    assert(x == 1);
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_create(&c, NULL, third, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
