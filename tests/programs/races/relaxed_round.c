//@ check --model rc11 --no-symmetry: data-race line=@write other=@read
//@ check --model pso: data-race line=@write other=@read
//@ check --model sc: safe
//@ check --model tso: safe
//@ check --model ra: safe
// Each waits for the other with relaxed accesses. The first round of the wait reads `data` (its loop has not ended, `x` being 0), the writer
// writes it after it has read `w`, which comes after the round, but not in happens-before: relaxed accesses do not synchronise. So the race is in no
// execution in which the reader stops after a round in vain. Where all that is read synchronises, the round happens before the write.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, w;
static int data;

static void *writer(void *arg)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    while (!atomic_load_explicit(&w, memory_order_relaxed))
        ;
    data = 1; /*@write*/
    return arg;
}

static void *reader(void *arg)
{
    while (!atomic_load_explicit(&x, memory_order_relaxed)) {
        if (data == 7) /*@read*/
            return NULL;
    }
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
