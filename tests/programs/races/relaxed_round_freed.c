//@ check --model rc11: use-after-free
//@ check --model rc11 --races explore: use-after-free
//@ check --model pso: use-after-free
//@ check --model sc: safe
//@ check --model ra: safe
// As relaxed_round_atomic.c: the object that the round reads is freed by who has seen that the wait is over.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static atomic_int x, w;
static atomic_int *node;

static void *reader(void *arg)
{
    while (!atomic_load_explicit(&x, memory_order_relaxed)) {
        if (atomic_load_explicit(node, memory_order_relaxed) == 7)
            return NULL;
    }
    atomic_store_explicit(&w, 1, memory_order_relaxed);
    return arg;
}

static void *owner(void *arg)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    if (atomic_load_explicit(&w, memory_order_relaxed))
        free(node);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    node = malloc(sizeof *node);
    atomic_init(node, 0);
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, owner, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
