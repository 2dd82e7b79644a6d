//@ check: safe executions=4
//@ check --races explore: safe
//@ check --explorer states: safe
//@ check --explorer prefix: safe
//@ check --symbolic: safe
// A ticket lock whose two halves are also one word: a thread tries it by a compare-and-swap of the word.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
    uint32_t word;
    struct {
        uint16_t owner, next;
    } half;
} lock;
static int inside;

static void unlock(void)
{
    __atomic_fetch_add(&lock.half.owner, 1, __ATOMIC_SEQ_CST);
}

static void *locks(void *unused)
{
    uint16_t me = __atomic_fetch_add(&lock.half.next, 1, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(&lock.half.owner, __ATOMIC_SEQ_CST) != me)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    unlock();
    return unused;
}

static void *tries(void *unused)
{
    uint32_t free = 0;
    if (__atomic_compare_exchange_n(&lock.word, &free, 1u << 16, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
        inside++;
        assert(inside == 1);
        inside--;
        unlock();
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, locks, 0);
    pthread_create(&b, 0, tries, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    uint32_t word = __atomic_load_n(&lock.word, __ATOMIC_SEQ_CST);
    assert(word == 0x00010001 || word == 0x00020002);
    return 0;
}
