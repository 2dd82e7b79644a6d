//@ check --symbolic --explorer prefix: liveness message="none of them gets out"
//@ check --nondet 0..5 --explorer prefix: liveness message="none of them gets out"
// Each raises its flag, and lowers it again if the other's is up: they may do so in step for ever, unless
// the input says that they are firm.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static int mode;
extern int __VERIFIER_nondet_int(void);

static void *process(void *arg) {
    long me = *(long *)arg;
    for (;;) {
        atomic_store(&wants[me], 1);
        if (!atomic_load(&wants[1 - me]))
            break;
        if (mode == 5)
            break;
        atomic_store(&wants[me], 0);
    }
    atomic_store(&wants[me], 0);
    return NULL;
}

int main(void) {
    mode = __VERIFIER_nondet_int();
    pthread_t a, b;
    long zero = 0, one = 1;
    pthread_create(&a, NULL, process, &zero);
    pthread_create(&b, NULL, process, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
