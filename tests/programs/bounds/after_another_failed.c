//@ check --preemptions 0 --keep-going: assertion line=@first faults=1 graph-only
//@ check --preemptions 1 --keep-going: assertion faults=2 graph-only
//@ check --preemptions 0: assertion line=@first graph-only
// The second assertion fails only if `second` runs between the store and the assertion of `first`: that needs a preemption. That `first` goes no further after its
// failure does not make the switch free: then the program has ended.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *first(void *arg) {
    atomic_store(&x, 1);
    assert(!"first"); /*@first*/
    return arg;
}

static void *second(void *arg) {
    assert(atomic_load(&x) == 0);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
