#include <stdatomic.h>
#include <threads.h>
enum { NONE, BUSY, READY };
static atomic_int state;
static int config;
static int worker(void *unused)
{
    (void)unused;
    int seen = NONE;
    if (atomic_compare_exchange_strong_explicit(&state, &seen, BUSY, memory_order_acquire, memory_order_relaxed)) { // tried
        config = 1;
        atomic_store_explicit(&state, READY, memory_order_release);
    } else if (seen == READY) {
        return config;
    }
    return 0;
}
int main(void)
{
    thrd_t thread[2];
    for (int i = 0; i < 2; i++)
        thrd_create(&thread[i], worker, 0);
    for (int i = 0; i < 2; i++)
        thrd_join(thread[i], 0);
    return 0;
}
