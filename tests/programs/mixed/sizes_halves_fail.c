//@ check: assertion line=@bug
//@ check --explorer states: assertion line=@bug
//@ check --explorer prefix: assertion line=@bug
//@ check --symbolic: assertion line=@bug
//@ cflags: -DALLOWED=0
// As sizes_halves.c: the first half may be seen without the second.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
    uint32_t word;
    uint16_t half[2];
} both;

static void *adds(void *unused)
{
    __atomic_fetch_add(&both.half[0], 1, __ATOMIC_SEQ_CST);
    __atomic_fetch_add(&both.half[1], 1, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, adds, 0);
    uint32_t seen = __atomic_load_n(&both.word, __ATOMIC_SEQ_CST);
    assert(seen != 1u << 16);
    assert(ALLOWED || seen != 1); /*@bug*/
    pthread_join(t, 0);
    return 0;
}
