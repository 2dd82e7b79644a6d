//@ check: safe executions=1
// Each thread waits for the one before it.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x;
static pthread_t one;

static void *first(void *arg) {
    x = 1;
    return arg;
}
static void *second(void *arg) {
    pthread_join(one, NULL);
    x++;
    return arg;
}

int main(void) {
    pthread_t two;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(two, NULL);
    assert(x == 2);
    return 0;
}
