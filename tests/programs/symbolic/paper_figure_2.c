//@ check --symbolic --keep-going: deadlock faults=1 executions=3 blocked=1
//@ check --symbolic --explorer source --keep-going: deadlock faults=1 executions=3 blocked=1
//@ check --symbolic --explorer unfolding --keep-going: deadlock faults=1 executions=3 blocked=1
// Figure 2 of the paper on symbolic partial-order execution. A thread waits for a signal if the input is negative.
// It locks first: it waits and is signalled, or it does not wait: 2. The other locks first, and the signal is lost: it does not wait, or it waits for ever.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *waits(void *arg) {
    int x = __VERIFIER_nondet_int();
    pthread_mutex_lock(&m);
    if (x < 0) {
        pthread_cond_wait(&c, &m);
    }
    pthread_mutex_unlock(&m);
    return arg;
}

static void *signals(void *arg) {
    pthread_mutex_lock(&m);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, waits, 0);
    pthread_create(&u, 0, signals, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
