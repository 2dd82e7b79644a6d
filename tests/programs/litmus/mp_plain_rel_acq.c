//@ check --model sc: safe executions=2
//@ check --model tso: safe executions=2 graph-only
//@ check --model pso: safe executions=2 graph-only
//@ check --model ra: safe executions=2 graph-only
//@ check --model rc11: safe executions=2 graph-only
//
// Message passing with a plain payload, done right: who reads the flag sees the payload. One execution for each value of
// the flag.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int payload;
static atomic_int ready;

static void *writer(void *arg) {
    (void)arg;
    payload = 42;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return 0;
}

static void *reader(void *arg) {
    (void)arg;
    if (atomic_load_explicit(&ready, memory_order_acquire)) {
        assert(payload == 42);
    }
    return 0;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, writer, 0);
    pthread_create(&t[1], 0, reader, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
