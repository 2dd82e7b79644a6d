//@ check: safe executions=1
//@ check --spurious=1: assertion line=@bug
// A weak compare-and-swap may fail for no reason, if asked for.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *first(void *arg) {
    int zero = 0;
    if (!atomic_compare_exchange_weak(&x, &zero, 1))
        assert(0); /*@bug*/
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, first, NULL);
    pthread_join(a, NULL);
    return 0;
}
