//@ check --model sc: safe executions=2
//@ check --model tso: safe executions=2
//@ check --model ra: safe executions=2
//@ check --model rc11: data-race line=@written other=@use message="unsynchronised write and read"
//@ check --model pso: data-race line=@written other=@use message="unsynchronised write and read"
// Memory is published by a relaxed store after it was written: its allocation and the write both race with what the other thread reads.
// The write is what the reader misses, so it is the one that is told.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

struct box {
    long before;
    int value;
};
static struct box *_Atomic shared;

static void *maker(void *arg) {
    struct box *fresh = malloc(sizeof *fresh);
    fresh->value = 5; /*@written*/
    atomic_store_explicit(&shared, fresh, memory_order_relaxed);
    return arg;
}

static void *user(void *arg) {
    struct box *seen = atomic_load_explicit(&shared, memory_order_relaxed);
    if (seen)
        assert(seen->value == 5); /*@use*/
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, maker, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(shared);
    return 0;
}
