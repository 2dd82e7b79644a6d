//@ check --symbolic --explorer prefix: deadlock named-only
//@ check --nondet 0..5 --explorer prefix: deadlock
// Two threads take two locks in different orders, beside a third one that takes input for ever.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int seen;

static void *reads(void *unused) {
    for (;;)
        if (__VERIFIER_nondet_int() == 5)
            seen = 1;
    return unused;
}

static void *other(void *unused) {
    for (;;) {
        pthread_mutex_lock(&n);
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
        pthread_mutex_unlock(&n);
    }
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reads, NULL);
    pthread_create(&b, NULL, other, NULL);
    for (;;) {
        pthread_mutex_lock(&m);
        pthread_mutex_lock(&n);
        pthread_mutex_unlock(&n);
        pthread_mutex_unlock(&m);
    }
}
