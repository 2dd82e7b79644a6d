//@ check: safe executions=2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static void *run(void *x) {
    atomic_fetch_add((atomic_int *)x, 1);
    return NULL;
}

static void *first(void *arg) {
    atomic_int local = 0;
    pthread_t t;
    pthread_create(&t, NULL, run, &local);
    atomic_fetch_add(&local, 1);
    pthread_join(t, NULL);
    assert(local == 2);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, first, NULL);
    pthread_join(a, NULL);
    return 0;
}
