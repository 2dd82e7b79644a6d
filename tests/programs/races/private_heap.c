//@ check: safe executions=1 note=none
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static void *first(void *arg) {
    int *p = malloc(4 * sizeof *p);
    for (int i = 0; i < 4; i++)
        p[i] = i;
    assert(p[3] == 3);
    free(p);
    return arg;
}

static void *second(void *arg) {
    int *p = malloc(4 * sizeof *p);
    for (int i = 0; i < 4; i++)
        p[i] = i;
    assert(p[3] == 3);
    free(p);
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
