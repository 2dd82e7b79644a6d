//@ check: assertion line=@overdraft
// Two customers take money from one account; how much is input. Each looks whether there is enough, lets go of the lock, and takes it. Try: threadbare check examples/overdraft.c
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long balance = 100;

static void *withdraw(void *arg) {
    unsigned amount = *(unsigned *)arg;
    pthread_mutex_lock(&lock);
    int is_enough = amount <= balance;
    pthread_mutex_unlock(&lock);
    if (is_enough) {
        pthread_mutex_lock(&lock);
        balance -= amount;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t thread;
    unsigned first = __VERIFIER_nondet_uint();
    unsigned second = __VERIFIER_nondet_uint();
    pthread_create(&thread, NULL, withdraw, &first);
    withdraw(&second);
    pthread_join(thread, NULL);
    assert(balance >= 0); /*@overdraft*/
    return 0;
}
