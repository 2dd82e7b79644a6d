//@ check --model sc: safe
//@ check --model tso: safe
//@ check --model pso: safe
//@ check --model ra: assertion line=@disagree
//@ check --model rc11: assertion line=@disagree
// Independent reads of independent writes: two readers see two writes of different threads in opposite orders. Where
// memory is one, they cannot; release and acquire do not promise it. (docs/models/ra.md)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef ORDER
#define ORDER memory_order_acquire
#endif
#ifndef WRITE
#define WRITE memory_order_release
#endif

static atomic_int x, y;
static int x_first, y_first;

static void *write_x(void *arg) {
    atomic_store_explicit(&x, 1, WRITE);
    return arg;
}

static void *write_y(void *arg) {
    atomic_store_explicit(&y, 1, WRITE);
    return arg;
}

static void *read_xy(void *arg) {
    int seen = atomic_load_explicit(&x, ORDER);
    x_first = seen && !atomic_load_explicit(&y, ORDER);
    return arg;
}

static void *read_yx(void *arg) {
    int seen = atomic_load_explicit(&y, ORDER);
    y_first = seen && !atomic_load_explicit(&x, ORDER);
    return arg;
}

int main(void) {
    void *(*const runs[])(void *) = {write_x, write_y, read_xy, read_yx};
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, runs[i], NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert(!(x_first && y_first)); /*@disagree*/
    return 0;
}
