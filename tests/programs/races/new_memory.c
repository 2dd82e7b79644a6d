//@ check --model sc: safe executions=2
//@ check --model tso: safe executions=2
//@ check --model ra: safe executions=2
//@ check --model pso: data-race line=@use other=@made message="after the allocation"
//@ check --model rc11: data-race line=@use other=@made message="after the allocation"
//@ check --model rc11 --races explore: safe executions=2
//@ check --model rc11 --races ignore: safe executions=2
// Memory is published by a relaxed store, and its first access is that of the thread that finds it: nothing but the allocation races
// with it (C17 7.22.3: allocating may modify the storage). Under sc, tso and ra every atomic access synchronises. Two executions:
// the second thread finds the memory, or does not.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#ifndef MAKE
#define MAKE(p) p = malloc(sizeof *p);
#endif
#ifndef USE
#define USE(q) q->plain = 1;
#endif
#ifndef RELEASE
#define RELEASE memory_order_relaxed
#define ACQUIRE memory_order_relaxed
#endif
#ifndef LOOK
#define LOOK if
#endif

struct box {
    int plain;
    atomic_int atomic;
    pthread_mutex_t mutex;
};
static struct box *_Atomic shared;

static void *maker(void *arg) {
    struct box *p = NULL;
    MAKE(p) /*@made*/
    atomic_store_explicit(&shared, p, RELEASE);
    return arg;
}

static void *user(void *arg) {
    struct box *q = atomic_load_explicit(&shared, ACQUIRE);
    LOOK (q) {
        USE(q) /*@use*/
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, maker, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
#ifndef FREED
    free(shared);
#endif
    return 0;
}
