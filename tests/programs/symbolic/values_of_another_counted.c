//@ check --symbolic: safe executions=16
//@ check --symbolic --explorer source: safe executions=16
//@ check --nondet 700000..700012: safe
// A size that is one of 13, as only the other thread knows: 13 executions, one in which the thread
// comes too late, and two in which the number is too small or too large.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
static int size;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *set(void *arg) {
    int taken = __VERIFIER_nondet_int();
    if (taken < 700000 || taken > 700012)
        return arg;
    pthread_mutex_lock(&m);
    size = taken;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    pthread_mutex_lock(&m);
    int read = size;
    pthread_mutex_unlock(&m);
    free(malloc((unsigned)read));
    pthread_join(t, 0);
    return 0;
}
