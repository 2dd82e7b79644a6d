//@ check --model rc11: data-race line=@write|@read
// lfence where sfence should be: nothing orders the data before the flag.
#include <immintrin.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *writer(void *arg)
{
    data = 1; /*@write*/
    _mm_lfence();
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t t;
    int seen = 0;
    pthread_create(&t, 0, writer, 0);
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        _mm_sfence();
        seen = data; /*@read*/
    }
    pthread_join(t, 0);
    return seen > 1;
}
