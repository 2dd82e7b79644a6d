//@ check --model sc: safe executions=2
//@ check --model tso: safe executions=2
//@ check --model ra: safe executions=2
//@ check --model pso: assertion line=@stale
//@ check --model rc11: assertion line=@stale
// Data, then a flag, both relaxed; the flag is seen, the data is not: the writes may overtake each other, and under rc11
// the reads as well. (docs/models/pso.md, docs/models/rc11.md)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef RAISE
#define RAISE memory_order_relaxed
#endif
#ifndef LOOK
#define LOOK memory_order_relaxed
#endif

static atomic_int data, flag;

static void *writer(void *arg) {
    atomic_store_explicit(&data, 42, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, RAISE);
    return arg;
}

static void *reader(void *arg) {
    if (atomic_load_explicit(&flag, LOOK))
        assert(atomic_load_explicit(&data, memory_order_relaxed) == 42); /*@stale*/
    return arg;
}

int main(void) {
    pthread_t w, r;
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r, NULL, reader, NULL);
    pthread_join(w, NULL);
    pthread_join(r, NULL);
    return 0;
}
