//@ check --model rc11 --no-symmetry: data-race line=@read other=@write
//@ check --model pso: data-race line=@read other=@write
//@ check --model sc: safe
//@ check --model tso: safe
//@ check --model ra: safe
// As relaxed_round.c, but what the round of the wait does besides is an atomic access, which is an event.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, w;
static int data;

static void *reader(void *arg)
{
    while (!atomic_load_explicit(&x, memory_order_relaxed)) {
        if (__atomic_load_n(&data, __ATOMIC_RELAXED) == 7) /*@read*/
            return NULL;
    }
    atomic_store_explicit(&w, 1, memory_order_relaxed);
    return arg;
}

static void *writer(void *arg)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    if (atomic_load_explicit(&w, memory_order_relaxed))
        data = 1; /*@write*/
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
