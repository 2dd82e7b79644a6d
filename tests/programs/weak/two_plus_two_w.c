//@ check --model sc: safe
//@ check --model tso: safe
//@ check --model pso: assertion line=@crossed
//@ check --model ra: assertion line=@crossed
//@ check --model rc11: assertion line=@crossed
// 2+2W: each thread writes both variables, in opposite orders; at the end both hold the first value. pso lets writes
// overtake each other; ra and rc11 have no order of writes to different locations.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;

static void *xy(void *arg) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 2, memory_order_relaxed);
    return arg;
}

static void *yx(void *arg) {
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, xy, NULL);
    pthread_create(&t, NULL, yx, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    int last_x = atomic_load_explicit(&x, memory_order_relaxed);
    int last_y = atomic_load_explicit(&y, memory_order_relaxed);
    assert(!(last_x == 1 && last_y == 1)); /*@crossed*/
    return 0;
}
