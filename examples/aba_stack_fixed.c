//@ check: safe
// A lock-free stack of nodes that are used again; the top carries a count of the changes beside the number of the node.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define NIL 0xFFFFu

struct node {
    atomic_uint next;
    atomic_int owners;
};

static struct node nodes[3];
static _Atomic uint32_t top = NIL; // change count << 16 | node

static uint32_t changed(uint32_t old, unsigned node) {
    return ((old >> 16) + 1) << 16 | node;
}

static void push(unsigned node) {
    uint32_t old = atomic_load(&top);
    do
        atomic_store(&nodes[node].next, old & 0xFFFFu);
    while (!atomic_compare_exchange_strong(&top, &old, changed(old, node)));
}

static unsigned pop(void) {
    uint32_t old = atomic_load(&top);
    while ((old & 0xFFFFu) != NIL) {
        unsigned next = atomic_load(&nodes[old & 0xFFFFu].next);
        if (atomic_compare_exchange_strong(&top, &old, changed(old, next)))
            break;
    }
    return old & 0xFFFFu;
}

static void take(unsigned node) {
    if (node != NIL)
        assert(atomic_fetch_add(&nodes[node].owners, 1) == 0);
}

static void *consumer(void *arg) {
    (void)arg;
    take(pop());
    return NULL;
}

static void *recycler(void *arg) {
    (void)arg;
    unsigned first = pop();
    unsigned second = pop();
    take(second);
    if (first != NIL)
        push(first);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    push(2);
    push(1);
    push(0);
    pthread_create(&a, NULL, consumer, NULL);
    pthread_create(&b, NULL, recycler, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    take(pop());
    return 0;
}
