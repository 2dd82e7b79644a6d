//@ check: data-race line=@store|@load
//@ check --explorer optimal: data-race line=@store|@load
//@ check --explorer states: data-race line=@store|@load
//@ check --explorer prefix: data-race line=@store|@load
//@ check --explorer unfolding --races report: data-race line=@store|@load
//@ check --explorer dc: data-race line=@store|@load
//@ check --explorer rvf: data-race line=@store|@load
//@ check --explorer observers: data-race line=@store|@load
// A plain store to a half orders nothing: it races with an atomic load of that half that reads it. (The other half was
// accessed atomically before by the same thread, and that orders nothing, either.)
#include <pthread.h>
#include <stdint.h>

static union {
    uint32_t word;
    uint16_t half[2];
} both;

static void *stores(void *unused)
{
    __atomic_store_n(&both.half[1], 1, __ATOMIC_SEQ_CST);
    both.half[0] = 1; /*@store*/
    return unused;
}

static void *reads(void *unused)
{
    __atomic_load_n(&both.half[0], __ATOMIC_SEQ_CST); /*@load*/
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, stores, 0);
    pthread_create(&b, 0, reads, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return __atomic_load_n(&both.word, __ATOMIC_SEQ_CST) != 0x10001;
}
