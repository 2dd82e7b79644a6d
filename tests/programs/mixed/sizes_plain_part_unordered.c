//@ check: safe
//@ check --explorer optimal: safe
//@ check --explorer states: safe
//@ check --explorer unfolding --races report: safe
//@ check --explorer dc: safe
//@ check --explorer rvf: safe
//@ check --explorer observers: safe
// Nothing orders the plain store to one half and the atomic accesses to the other one, and that is no race. In each
// order both are there in the end: also where it is `memcpy` or `memset` that stores, and where the memory is a heap
// block.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

union both {
    uint64_t word;
    uint32_t half[2];
    uint8_t byte[8];
};
static union both one;
static union both *other;

static void *first(void *unused)
{
    __atomic_fetch_add(&one.half[1], 1, __ATOMIC_SEQ_CST);
    __atomic_fetch_add(&other->half[0], 1, __ATOMIC_SEQ_CST);
    return unused;
}

static void *second(void *unused)
{
    uint32_t five = 5;
    memcpy(&one.half[0], &five, 4);
    memset(&other->byte[5], 7, 3);
    assert(__atomic_load_n(&one.half[0], __ATOMIC_SEQ_CST) == 5);
    assert(__atomic_load_n(&other->half[1], __ATOMIC_SEQ_CST) == 0x07070700);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    other = calloc(1, sizeof *other);
    if (!other)
        return 0;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(__atomic_load_n(&one.word, __ATOMIC_SEQ_CST) == 0x100000005);
    one.byte[7] = 1;
    assert(__atomic_load_n(&one.word, __ATOMIC_SEQ_CST) == 0x100000100000005);
    assert(__atomic_load_n(&other->word, __ATOMIC_SEQ_CST) == 0x0707070000000001);
    free(other);
    return 0;
}
