// A ring whose tail is published with too weak an order. The first execution that fails does so at the
// third element; one with a single element is shown.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define SIZE 2
#define ITEMS 3

struct ring {
    atomic_uint head;
    atomic_uint tail;
    atomic_int slot[SIZE];
};
static struct ring ring;

static bool ring_push(struct ring *r, int v) {
    unsigned tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
    unsigned head = atomic_load_explicit(&r->head, memory_order_acquire);
    if (tail - head == SIZE)
        return false;
    atomic_store_explicit(&r->slot[tail % SIZE], v, memory_order_relaxed);
    atomic_store_explicit(&r->tail, tail + 1, memory_order_relaxed);
    return true;
}

static bool ring_pop(struct ring *r, int *v) {
    unsigned head = atomic_load_explicit(&r->head, memory_order_relaxed);
    unsigned tail = atomic_load_explicit(&r->tail, memory_order_acquire);
    if (head == tail)
        return false;
    *v = atomic_load_explicit(&r->slot[head % SIZE], memory_order_relaxed);
    atomic_store_explicit(&r->head, head + 1, memory_order_release);
    return true;
}

static void *producer(void *arg) {
    for (int i = 1; i <= ITEMS; i++)
        while (!ring_push(&ring, i))
            ;
    return NULL;
}

static void *consumer(void *arg) {
    for (int i = 1; i <= ITEMS; i++) {
        int v;
        while (!ring_pop(&ring, &v))
            ;
        assert(v == i);
    }
    return NULL;
}

int main(void) {
    pthread_t p, c;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    return 0;
}
