//@ check: assertion line=@bug
//@ check --model rc11 --no-advice: incomplete limit=mixed-size
// Two words of four bytes beside each other, the second one also as halves: what is stored to the word is seen in its half,
// although an access of four bytes came first among those to these eight bytes.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static struct {
    uint32_t first;
    union {
        uint32_t word;
        uint16_t half[2];
    } second;
} both __attribute__((aligned(8)));

static void *stores(void *unused)
{
    __atomic_store_n(&both.second.word, 3, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t t;
    __atomic_store_n(&both.first, 1, __ATOMIC_SEQ_CST);
    __atomic_load_n(&both.second.half[0], __ATOMIC_SEQ_CST);
    pthread_create(&t, 0, stores, 0);
    __atomic_load_n(&both.second.half[0], __ATOMIC_SEQ_CST);
    pthread_join(t, 0);
    assert(__atomic_load_n(&both.second.half[0], __ATOMIC_SEQ_CST) == 0); /*@bug*/
    return 0;
}
