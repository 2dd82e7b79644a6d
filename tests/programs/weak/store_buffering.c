//@ check --model sc: safe executions=3
//@ check --model tso: assertion line=@both
//@ check --model pso: assertion line=@both
//@ check --model ra: assertion line=@both
//@ check --model rc11: assertion line=@both
// Each thread writes its flag and looks at that of the other. Both see the old one: each write waits in a store buffer
// while the read overtakes it. (docs/models/tso.md)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef FENCE
#define FENCE()
#endif

static atomic_int x, y;
static int a, b;

static void *first(void *arg) {
    atomic_store_explicit(&x, 1, memory_order_release);
    FENCE();
    a = atomic_load_explicit(&y, memory_order_acquire);
    return arg;
}

static void *second(void *arg) {
    atomic_store_explicit(&y, 1, memory_order_release);
    FENCE();
    b = atomic_load_explicit(&x, memory_order_acquire);
    return arg;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, first, NULL);
    pthread_create(&t, NULL, second, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    assert(a == 1 || b == 1); /*@both*/
    return 0;
}
