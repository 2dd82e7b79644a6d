//@ check: safe
// One producer, one consumer, a ring of two; who finds it full or empty does not wait.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef FULL
#define FULL(n) ((n) == SIZE)
#endif
#define SIZE 2

static int ring[SIZE];
static atomic_uint head, tail;

static int put(int item) {
    unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);
    if (FULL(t - atomic_load_explicit(&head, memory_order_acquire)))
        return 0;
    ring[t % SIZE] = item;
    atomic_store_explicit(&tail, t + 1, memory_order_release);
    return 1;
}

static int get(int *item) {
    unsigned h = atomic_load_explicit(&head, memory_order_relaxed);
    if (atomic_load_explicit(&tail, memory_order_acquire) == h)
        return 0;
    *item = ring[h % SIZE];
    atomic_store_explicit(&head, h + 1, memory_order_release);
    return 1;
}

static void *producer(void *arg) {
    for (int i = 1; i <= 3; i++)
        if (!put(i))
            break;
    return arg;
}

static void *consumer(void *arg) {
    int item, last = 0;
    for (int i = 0; i < 3 && get(&item); i++) {
        assert(item == last + 1);
        last = item;
    }
    return arg;
}

int main(void) {
    pthread_t p, c;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    return 0;
}
