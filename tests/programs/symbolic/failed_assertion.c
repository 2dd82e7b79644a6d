//@ check --symbolic --keep-going: assertion faults=2
// That x is read as 1 is found from the execution in which the first assertion fails: its thread stands still, the other goes on.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);
static atomic_int x;
static int a;

static void *reads(void *arg) {
    (void)arg;
    if (x == 1) {
        assert(0);
    }
    assert(a < 10);
    return 0;
}

int main(void) {
    pthread_t t;
    a = __VERIFIER_nondet_int();
    pthread_create(&t, 0, reads, 0);
    x = 1;
    pthread_join(t, 0);
    return 0;
}
