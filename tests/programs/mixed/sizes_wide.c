//@ cflags: -Wno-atomic-alignment
//@ check: assertion line=@bug
// 16 bytes and their upper half.
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
    pthread_create(&t, 0, stores, 0);
    __atomic_fetch_add(&shared.a, 4, __ATOMIC_SEQ_CST);
    long upper = __atomic_load_n(&shared.b, __ATOMIC_SEQ_CST);
    assert(upper == 0 || upper == 2);
    pthread_join(t, 0);
    struct pair last;
    __atomic_load(&shared, &last, __ATOMIC_SEQ_CST);
    assert(last.b == 2 && (last.a == 1 || last.a == 5));
    assert(last.a != 5); /*@bug*/
    return 0;
}
