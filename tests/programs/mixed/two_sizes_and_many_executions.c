//@ check --model rc11: assertion
// Memory that is accessed in two sizes is not modelled under weaker models than sc (`mixed-size`); the rest of the program
// is explored all the same, to its end.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static union {
    uint32_t whole;
    uint16_t half[2];
} word;
static atomic_int one, other;

static void *counts(void *unused)
{
    for (int i = 0; i < 3; i++) {
        atomic_fetch_add(&one, 1);
        atomic_fetch_add(&other, 1);
    }
    return unused;
}

static void *mixes(void *unused)
{
    __atomic_fetch_add(&word.half[1], 1, __ATOMIC_SEQ_CST);
    __atomic_load_n(&word.whole, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, counts, NULL);
    pthread_create(&threads[1], NULL, counts, NULL);
    pthread_create(&threads[2], NULL, mixes, NULL);
    int first = atomic_load(&one), second = atomic_load(&other);
    assert(first != 1 || second != 6);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
