//@ check --model rc11: data-race line=@write other=@read
//@ check --model pso: data-race line=@write other=@read
//@ check --model sc: safe
// As relaxed_round.c, but the round with a part in the race is in a second wait, in a function that is called in each.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int first, x, w;
static int data;

static void *writer(void *arg)
{
    atomic_store_explicit(&first, 1, memory_order_relaxed);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    while (!atomic_load_explicit(&w, memory_order_relaxed))
        ;
    data = 1; /*@write*/
    return arg;
}

static int wait_for(atomic_int *what, int look)
{
    while (!atomic_load_explicit(what, memory_order_relaxed)) {
        if (look && data == 7) /*@read*/
            return 1;
    }
    return 0;
}

static void *reader(void *arg)
{
    if (wait_for(&first, 0) || wait_for(&x, 1))
        return NULL;
    atomic_store_explicit(&w, 1, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
