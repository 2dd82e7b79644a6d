//@ check --symbolic: assertion line=@found
// Whether the exchange finds 0 or what the other thread has stored decides which cell the second store of its thread is to.
// For most inputs both conditions are false: that must not make one of the other.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static atomic_int cells[2];
static int x, y;

static void *swaps(void *unused)
{
    int expected = x - y;
    atomic_compare_exchange_strong(&cells[y & 1], &expected, y ^ 1);
    atomic_store(&cells[x & 1], x * y);
    return unused;
}

static void *stores(void *unused)
{
    atomic_store(&cells[x == 2], y);
    return unused;
}

int main(void)
{
    x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x <= 3);
    y = __VERIFIER_nondet_int();
    __VERIFIER_assume(y >= 0 && y <= 3);
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, swaps, NULL);
    pthread_create(&threads[1], NULL, stores, NULL);
    pthread_join(threads[0], NULL);
    assert(!(cells[1] == y && cells[0] == 1 && x >= y)); /*@found*/
    return 0;
}
