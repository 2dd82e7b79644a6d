//@ check --model rc11: incomplete limit=mixed-size
//@ check --model tso: incomplete limit=mixed-size
//@ check --model sc: safe
// Under weaker models than sc accesses in two sizes are not modelled together.
#include <pthread.h>
#include <stdint.h>

static union {
    uint32_t word;
    uint16_t half[2];
} both;

static void *adds(void *unused)
{
    __atomic_fetch_add(&both.half[0], 1, __ATOMIC_RELAXED);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, adds, 0);
    __atomic_load_n(&both.word, __ATOMIC_RELAXED);
    pthread_join(t, 0);
    return 0;
}
