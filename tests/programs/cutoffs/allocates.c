//@ check --explorer prefix: safe
// Each round has a variable, an allocation and some output of its own; the state is the same after it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shown;

static void show(int *p) {
    pthread_mutex_lock(&m);
    shown = !shown;
    *p = shown;
    printf("%d\n", shown);
    pthread_mutex_unlock(&m);
}

static void once(void) {
    int here = 0;
    show(&here);
    int *there = malloc(sizeof *there);
    if (there)
        show(there);
    free(there);
}

static void *serve(void *arg) {
    for (;;)
        once();
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, serve, NULL);
    pthread_create(&b, NULL, serve, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
