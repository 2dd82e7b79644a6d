//@ check: data-race line=@one|@other
//@ check --explorer optimal: data-race line=@one|@other
//@ check --explorer prefix: data-race line=@one|@other
// Stores to different halves of a word order nothing, although each is a read-modify-write of the word to explorers: one
// of the two orders shows the race.
#include <pthread.h>
#include <stdint.h>

static union {
    uint32_t word;
    uint16_t half[2];
} both;
static int x;

static void *first(void *unused)
{
    x = 1; /*@one*/
    __atomic_store_n(&both.half[0], 1, __ATOMIC_SEQ_CST);
    return unused;
}

static void *second(void *unused)
{
    __atomic_store_n(&both.half[1], 1, __ATOMIC_SEQ_CST);
    x = 2; /*@other*/
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return __atomic_load_n(&both.word, __ATOMIC_SEQ_CST) != 0x10001;
}
