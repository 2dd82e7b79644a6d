//@ check: safe executions=3
//@ check --explorer states: safe
//@ check --explorer prefix: safe
//@ check --symbolic: safe
//@ cflags: -DALLOWED=1
// The two halves are added to in order: the word shows the second only with the first. Three contents, and each is one
// execution.
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
