//@ check: safe executions=1
// Reads do not race.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x = 3;

static void *first(void *arg) {
    assert(x == 3);
    return arg;
}

static void *second(void *arg) {
    assert(x == 3);
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
