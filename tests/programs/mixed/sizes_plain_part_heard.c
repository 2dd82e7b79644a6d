//@ check: safe
//@ check --explorer optimal: safe
//@ check --explorer states: safe
//@ check --explorer prefix: safe
//@ check --explorer unfolding --races report: safe
//@ check --explorer dc: safe
//@ check --explorer rvf: safe
//@ check --explorer observers: safe
// Who reads a half after a plain store to the other one comes after who has written it: there is no race on `x`.
#include <pthread.h>
#include <stdint.h>

static union {
    uint32_t word;
    uint16_t half[2];
} both;
static int x;

static void *writes(void *unused)
{
    x = 1;
    __atomic_store_n(&both.half[1], 1, __ATOMIC_SEQ_CST);
    return unused;
}

static void *stores(void *unused)
{
    both.half[0] = 1;
    return unused;
}

static void *reads(void *unused)
{
    if (__atomic_load_n(&both.half[1], __ATOMIC_SEQ_CST))
        x = 2;
    return unused;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, 0, writes, 0);
    pthread_create(&b, 0, stores, 0);
    pthread_create(&c, 0, reads, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return __atomic_load_n(&both.word, __ATOMIC_SEQ_CST) != 0x10001;
}
