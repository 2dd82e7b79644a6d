//@ check: safe
//@ check --model rc11: safe
//@ check --model tso: safe
//@ check --model ra: safe
//@ check --model sc --explorer optimal: safe
// main initialises by halves, and in one go, what threads access as words: before they start, in every memory model.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

union pair {
    uint64_t both;
    uint32_t one[2];
};
static union pair up, down;
static uint16_t halves[4] __attribute__((aligned(8)));

static void *adds(void *made)
{
    __atomic_fetch_add(&up.both, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&((union pair *)made)->both, 1, __ATOMIC_RELAXED);
    __atomic_fetch_sub(&down.one[1], 1, __ATOMIC_RELAXED);
    __atomic_store_n(&halves[2], 7, __ATOMIC_RELAXED);
    return 0;
}

int main(void)
{
    union pair *made = malloc(sizeof *made);
    memset(made, 0, sizeof *made);
    __atomic_store_n(&made->one[1], 1, __ATOMIC_RELAXED);
    __atomic_store_n(&up.one[1], 1, __ATOMIC_RELAXED);
    assert(__atomic_exchange_n(&up.one[0], 5, __ATOMIC_SEQ_CST) == 0);
    uint32_t wanted = 5;
    assert(__atomic_compare_exchange_n(&up.one[0], &wanted, 6, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    __atomic_store_n(&down.both, 1ull << 32 | 3, __ATOMIC_RELEASE);
    __atomic_store_n((uint64_t *)halves, 0x0001000100010001, __ATOMIC_RELAXED);
    pthread_t t;
    pthread_create(&t, 0, adds, made);
    uint64_t seen = __atomic_load_n(&up.both, __ATOMIC_RELAXED);
    assert(seen == (1ull << 32 | 6) || seen == (1ull << 32 | 7));
    pthread_join(t, 0);
    assert(__atomic_load_n(&up.both, __ATOMIC_RELAXED) == (1ull << 32 | 7));
    assert(__atomic_load_n(&made->both, __ATOMIC_RELAXED) == (1ull << 32 | 1));
    assert(__atomic_load_n(&down.one[1], __ATOMIC_RELAXED) == 0 && __atomic_load_n(&halves[2], __ATOMIC_RELAXED) == 7);
    free(made);
    return 0;
}
