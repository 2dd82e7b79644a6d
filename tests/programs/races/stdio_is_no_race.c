//@ check: safe executions=1
// The streams of stdio lock themselves; the order of the lines is not explored.
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

static int x = 1;

static void *first(void *arg) {
    printf("%d", x);
    return arg;
}

static void *second(void *arg) {
    printf("%d", x);
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
