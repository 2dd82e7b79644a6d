//@ check: safe executions=2 blocked=1
// A loop that tries again only when another thread has gone on. The pushes come in one order or the
// other: 2. Where `first` is first, it writes the 0 that is there. Had `second` looked before, it would
// go on as if it had looked after: no execution of its own. Where `first` looks, and `second` is faster,
// its attempt fails in vain: that is not foreseen, as it would write what it finds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
static void push(int by) {
    int seen = atomic_load(&x);
    while (!atomic_compare_exchange_strong(&x, &seen, seen * 2 + by))
        ;
}

static void *first(void *arg) {
    push(0);
    return arg;
}

static void *second(void *arg) {
    push(1);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 1 || x == 2);
    return 0;
}
