//@ check --model rc11: safe
//@ check --model rc11 --release-sequence cpp20: safe
//@ check --model rc11 --release-sequence c11: safe
// A relaxed read-modify-write, also of another thread, belongs to the release sequence in every version of the standards.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *writer(void *unused)
{
    (void)unused;
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return 0;
}

static void *helper(void *unused)
{
    int one = 1;
    atomic_compare_exchange_strong_explicit(&flag, &one, 2, memory_order_relaxed, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, helper, 0);
    if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
        data++;
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
