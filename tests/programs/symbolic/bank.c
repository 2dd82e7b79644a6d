//@ check --symbolic: assertion line=@overdraft
// Each of two threads looks whether there is enough, and takes it in another section. Each alone leaves the balance
// where it is not negative; both together only if one takes nothing, or both amounts fit. FIXED looks and takes in one.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void *withdraw(void *arg) {
    int amount = *(int *)arg;
    pthread_mutex_lock(&m);
    int enough = balance >= amount;
#ifndef FIXED
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
#endif
    if (enough) {
        balance -= amount;
    }
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t, u;
    int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int();
    __VERIFIER_assume(first >= 0 && second >= 0);
    pthread_create(&t, 0, withdraw, &first);
    pthread_create(&u, 0, withdraw, &second);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(balance >= 0); /*@overdraft*/
    return 0;
}
