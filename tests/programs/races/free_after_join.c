//@ check: safe executions=1 note=none
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static int *p;

static void *first(void *arg) {
    *p = 2;
    return arg;
}

int main(void) {
    pthread_t a;
    p = malloc(sizeof *p);
    pthread_create(&a, NULL, first, NULL);
    pthread_join(a, NULL);
    assert(*p == 2);
    free(p);
    return 0;
}
