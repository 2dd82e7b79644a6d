//@ check: use-after-free
// One frees, the other reads, in no order.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static int *p;

static void *first(void *arg) {
    int seen = *p;
    (void)seen;
    return arg;
}

static void *second(void *arg) {
    free(p);
    return arg;
}

int main(void) {
    pthread_t a, b;
    p = malloc(sizeof *p);
    *p = 1;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
