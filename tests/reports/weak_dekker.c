//! --model tso
// Dekker's entry, right on paper, wrong on x86.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_bool wants[2];
static int owners;

static void visit(int me)
{
    atomic_store_explicit(&wants[me], 1, memory_order_release);
    if (!atomic_load_explicit(&wants[!me], memory_order_acquire)) {
        owners++;
        assert(owners == 1);
        owners--;
    }
    atomic_store_explicit(&wants[me], 0, memory_order_release);
}

static void *first(void *arg)
{
    visit(0);
    return arg;
}

static void *second(void *arg)
{
    visit(1);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
