//@ check --symbolic: incomplete unsupported="256 values"
//@ check --symbolic --explorer source: incomplete unsupported="256 values"
// Of 1000 numbers 256 are tried, also if 990 below are excluded by the other thread.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
static unsigned size;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *set(void *arg) {
    unsigned taken = __VERIFIER_nondet_int();
    if (taken < 990 || taken >= 1990)
        return arg;
    pthread_mutex_lock(&m);
    size = taken;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    pthread_join(t, 0);
    free(malloc(size));
    return 0;
}
