//@ check --symbolic: assertion line=@error
// account. A thread puts money in, another one takes some out if there is enough; both amounts are input. What is there is never less
// than what was put in and taken out. BAD (as it is): enough is asked for in one section, and taken in another; a third one takes as well.
// GOOD: one section.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned balance, in, out;

static void *deposit(void *arg) {
    pthread_mutex_lock(&lock);
    balance += in;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *withdraw(void *arg) {
    pthread_mutex_lock(&lock);
    int is_enough = balance >= out;
#ifndef GOOD
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
#endif
    if (is_enough) {
        if (balance < out) {
            reach_error(); /*@error*/
        }
        balance -= out;
    }
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t, u, v;
    in = __VERIFIER_nondet_uint();
    out = __VERIFIER_nondet_uint();
    __VERIFIER_assume(in < 1000 && out < 1000);
    balance = 10;
    pthread_create(&t, 0, deposit, 0);
    pthread_create(&u, 0, withdraw, 0);
    pthread_create(&v, 0, withdraw, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    pthread_join(v, 0);
    return 0;
}
