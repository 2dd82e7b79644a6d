//@ check: safe executions=4
// x = x + 1 twice: one after the other (2), or both read 0 (2 orders of the writes).
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

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
