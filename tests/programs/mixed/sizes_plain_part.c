//@ check: safe
//@ check --explorer optimal: safe
//@ check --explorer states: safe
//@ check --explorer prefix: safe
//@ check --explorer unfolding --races report: safe
//@ check --explorer dc: safe
//@ check --explorer rvf: safe
//@ check --explorer observers: safe
//@ check --races explore: safe
//@ cflags: -DHOLDS=1
// A half that only one thread accesses is stored plainly when the other half, and so the location, was accessed
// atomically. There is one order only: the thread reads what it has stored, and so does main.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
    uint32_t word;
    uint16_t half[2];
} both;
static int done, seen;

static void *first(void *unused)
{
    __atomic_fetch_add(&both.half[1], 1, __ATOMIC_SEQ_CST);
    __atomic_store_n(&done, 1, __ATOMIC_SEQ_CST);
    return unused;
}

static void *second(void *unused)
{
    while (!__atomic_load_n(&done, __ATOMIC_SEQ_CST))
        ;
    both.half[0] = 1;
    seen = __atomic_load_n(&both.half[0], __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    uint32_t end = __atomic_load_n(&both.word, __ATOMIC_SEQ_CST);
    int as_written = seen == 1 && end == 0x10001;
    assert(as_written == HOLDS);
    return 0;
}
