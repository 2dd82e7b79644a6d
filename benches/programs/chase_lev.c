// A work-stealing deque (D. Chase, Y. Lev, SPAA 2005) with the orders of N. M. Lê, A. Pop, A. Cohen, F. Zappa Nardelli
// (PPoPP 2013), of fixed size: the owner pushes ITEMS and takes as many, N thieves try to steal twice. No item is had
// twice, and none is lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 1
#endif
#ifndef ITEMS
#define ITEMS 3
#endif
// Between the owner's claim of the bottom and its look at the top.
#ifndef CLAIM
#define CLAIM memory_order_seq_cst
#endif
// Between an item and the new bottom.
#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif
#define EMPTY (-1)

static atomic_int top, bottom;
static atomic_int slots[ITEMS];
static int payload[ITEMS];
static int had[N + 1];

static void push(int item) {
    int b = atomic_load_explicit(&bottom, memory_order_relaxed);
    int t = atomic_load_explicit(&top, memory_order_acquire);
    assert(b - t < ITEMS);
    atomic_store_explicit(&slots[b % ITEMS], item, memory_order_relaxed);
    atomic_thread_fence(PUBLISH);
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static int take(void) {
    int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
    atomic_store_explicit(&bottom, b, memory_order_relaxed);
    atomic_thread_fence(CLAIM);
    int t = atomic_load_explicit(&top, memory_order_relaxed);
    int item = EMPTY;
    if (t <= b) {
        item = atomic_load_explicit(&slots[b % ITEMS], memory_order_relaxed);
        if (t < b)
            return item;
        // The last one: whoever moves the top has it.
        if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
            item = EMPTY;
    }
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
    return item;
}

static int steal(void) {
    int t = atomic_load_explicit(&top, memory_order_acquire);
    atomic_thread_fence(memory_order_seq_cst);
    int b = atomic_load_explicit(&bottom, memory_order_acquire);
    if (t >= b)
        return EMPTY;
    int item = atomic_load_explicit(&slots[t % ITEMS], memory_order_relaxed);
    if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
        return EMPTY;
    return item;
}

static void use(int who, int item) {
    if (item == EMPTY)
        return;
    assert(payload[item] == item + 10);
    had[who] |= 1 << item;
}

static void *thief(void *arg) {
    int me = *(int *)arg;
    use(me, steal());
    use(me, steal());
    return NULL;
}

int main(void) {
    pthread_t threads[N + 1];
    int number[N + 1];
    for (int i = 1; i <= N; i++) {
        number[i] = i;
        pthread_create(&threads[i], NULL, thief, &number[i]);
    }
    for (int i = 0; i < ITEMS; i++) {
        payload[i] = i + 10;
        push(i);
    }
    for (int i = 0; i < ITEMS; i++)
        use(0, take());
    int all = had[0];
    for (int i = 1; i <= N; i++) {
        pthread_join(threads[i], NULL);
        assert((all & had[i]) == 0);
        all |= had[i];
    }
    assert(all == (1 << ITEMS) - 1);
    return 0;
}
