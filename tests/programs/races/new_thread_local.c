//@ check --model sc: safe
//@ check --model ra: safe
//@ check --model pso: data-race line=@use message="whose variable it is"
//@ check --model rc11: data-race line=@use message="whose variable it is"
// A thread-local variable, whose address is given away by a relaxed store. It is there until its user is done, which is ordered.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int *_Atomic shared;
static atomic_int done;

static void *maker(void *arg) {
    static _Thread_local int variable;
    atomic_store_explicit(&shared, &variable, memory_order_relaxed);
    while (!atomic_load_explicit(&done, memory_order_acquire)) {
    }
    return arg;
}

static void *user(void *arg) {
    int *q = atomic_load_explicit(&shared, memory_order_relaxed);
    if (q)
        *q = 1; /*@use*/
    atomic_store_explicit(&done, 1, memory_order_release);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, maker, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
