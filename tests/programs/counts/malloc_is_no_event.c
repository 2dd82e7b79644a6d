//@ check: safe executions=1
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static void *first(void *arg) {
    free(malloc(3));
    free(malloc(4));
    return arg;
}

static void *second(void *arg) {
    free(malloc(3));
    free(malloc(4));
    return arg;
}

static void *third(void *arg) {
    free(malloc(3));
    free(malloc(4));
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
