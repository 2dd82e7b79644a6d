//@ check --symbolic: safe executions=7
// Three threads take a spinlock, in 3! = 6 orders, if the input says so; if not, none does: 1 execution.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);
static atomic_int lock;
static int a, sum;

static void *work(void *arg) {
    if (a > 3) {
        while (atomic_exchange(&lock, 1)) {
        }
        sum++;
        lock = 0;
    }
    return arg;
}

int main(void) {
    pthread_t t[3];
    a = __VERIFIER_nondet_int();
    for (int i = 0; i < 3; i++) {
        pthread_create(&t[i], 0, work, &a);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(t[i], 0);
    }
    assert(sum == 3 || sum == 0);
    return 0;
}
