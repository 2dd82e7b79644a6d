//@ check: safe executions=1
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static char to[16];

static void *first(void *arg) {
    memset(to, 1, 8);
    return arg;
}

static void *second(void *arg) {
    memset(to + 8, 2, 8);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(to[7] == 1 && to[8] == 2);
    return 0;
}
