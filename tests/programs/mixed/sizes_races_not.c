//@ check: safe
//@ cflags: -DRACE=0
// As sizes_races.c: a half that no other thread writes is read plainly while the other one is written; that is no race.
#include <pthread.h>
#include <stdint.h>

static union {
    uint32_t word;
    uint16_t half[2];
} both;

static void *writes(void *unused)
{
    __atomic_store_n(&both.half[0], 1, __ATOMIC_SEQ_CST);
    if (RACE)
        __atomic_store_n(&both.word, 1, __ATOMIC_SEQ_CST); /*@one*/
    else
        __atomic_load_n(&both.word, __ATOMIC_SEQ_CST);
    return unused;
}

static void *reads(void *unused)
{
    __atomic_store_n(&both.half[1], 3, __ATOMIC_SEQ_CST);
    volatile uint16_t seen = both.half[1]; /*@other*/
    (void)seen;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, writes, 0);
    pthread_create(&b, 0, reads, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
