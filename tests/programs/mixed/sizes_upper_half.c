//@ cflags: -Wno-atomic-alignment
//@ check: assertion line=@bug
//@ check --model rc11 --no-advice: incomplete limit=mixed-size
// 16 bytes, and their upper half, which is accessed first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static struct pair { long a, b; } shared __attribute__((aligned(16)));

static void *stores(void *unused)
{
    struct pair next = { 1, 2 };
    __atomic_store(&shared, &next, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t t;
    __atomic_load_n(&shared.b, __ATOMIC_SEQ_CST);
    pthread_create(&t, 0, stores, 0);
    __atomic_load_n(&shared.b, __ATOMIC_SEQ_CST);
    pthread_join(t, 0);
    long upper = __atomic_load_n(&shared.b, __ATOMIC_SEQ_CST);
    assert(upper == 0); /*@bug*/
    return 0;
}
