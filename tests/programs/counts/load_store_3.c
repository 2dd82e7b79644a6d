//@ check: safe executions=36
// By brute force (classes.py).
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *first(void *arg) {
    x = x + 1;
    return arg;
}

static void *second(void *arg) {
    x = x + 1;
    return arg;
}

static void *third(void *arg) {
    x = x + 1;
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
