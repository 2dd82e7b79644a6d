// The fence of take() in a Chase-Lev deque is acq_rel, which does not order a store before a load: the
// owner and the thief execute the same task.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 4
#ifdef FIX
#define ORDER memory_order_seq_cst
#else
#define ORDER memory_order_acq_rel
#endif
static atomic_int top, bottom;
static atomic_int tasks[SIZE];
static atomic_int executed[2];

static void push(int x)
{
    int b = atomic_load_explicit(&bottom, memory_order_relaxed);
    atomic_store_explicit(&tasks[b % SIZE], x, memory_order_relaxed);
    atomic_store_explicit(&bottom, b + 1, memory_order_release);
}

static int take(void)
{
    int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
    atomic_store_explicit(&bottom, b, memory_order_relaxed);
    atomic_thread_fence(ORDER);
    int t = atomic_load_explicit(&top, memory_order_relaxed);
    int x = -1;
    if (t <= b) {
        x = atomic_load_explicit(&tasks[b % SIZE], memory_order_relaxed);
        if (t == b) {
            if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst,
                                                         memory_order_relaxed))
                x = -1;
            atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
        }
    } else {
        atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
    }
    return x;
}

static int steal(void)
{
    int t = atomic_load_explicit(&top, memory_order_acquire);
    atomic_thread_fence(memory_order_seq_cst);
    int b = atomic_load_explicit(&bottom, memory_order_acquire);
    if (t >= b)
        return -1;
    int x = atomic_load_explicit(&tasks[t % SIZE], memory_order_relaxed);
    if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
        return -1;
    return x;
}

static void run(int x)
{
    if (x >= 0)
        assert(atomic_fetch_add_explicit(&executed[x], 1, memory_order_relaxed) == 0);
}

static void *thief(void *arg)
{
    run(steal());
    run(steal());
    return arg;
}

int main(void)
{
    pthread_t t;
    push(0);
    push(1);
    pthread_create(&t, NULL, thief, NULL);
    run(take());
    run(take());
    pthread_join(t, NULL);
    return 0;
}
