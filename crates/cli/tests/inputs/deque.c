#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <assert.h>
#define SIZE 4
static atomic_int buf[SIZE];
static atomic_long top, bottom;
static atomic_int taken[3];
static void push(int v)
{
    long b = atomic_load_explicit(&bottom, memory_order_relaxed);
    atomic_store_explicit(&buf[b % SIZE], v, memory_order_relaxed);
    atomic_store_explicit(&bottom, b + 1, memory_order_release);
}
static int take(void)
{
    long b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
    atomic_store_explicit(&bottom, b, memory_order_relaxed);
    /* BUG: the seq_cst fence is missing */
    long t = atomic_load_explicit(&top, memory_order_relaxed);
    int v = -1;
    if (t <= b) {
        v = atomic_load_explicit(&buf[b % SIZE], memory_order_relaxed);
        if (t == b) {
            if (!atomic_compare_exchange_strong(&top, &t, t + 1)) v = -1;
            atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
        }
    } else
        atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
    return v;
}
static int steal(void)
{
    long t = atomic_load_explicit(&top, memory_order_acquire);
    atomic_thread_fence(memory_order_seq_cst);
    long b = atomic_load_explicit(&bottom, memory_order_acquire);
    if (t >= b) return -1;
    int v = atomic_load_explicit(&buf[t % SIZE], memory_order_relaxed);
    if (!atomic_compare_exchange_strong(&top, &t, t + 1)) return -1;
    return v;
}
static void got(int v)
{
    if (v > 0) {
        int old = atomic_fetch_add(&taken[v], 1);
        assert(old == 0);
    }
}
static void *owner(void *a)
{
    push(1); push(2);
    got(take());
    got(take());
    return a;
}
static void *thief(void *a) { got(steal()); got(steal()); return a; }
int main(void)
{
    pthread_t o, s;
    pthread_create(&o, 0, owner, 0);
    pthread_create(&s, 0, thief, 0);
    pthread_join(o, 0); pthread_join(s, 0);
}
