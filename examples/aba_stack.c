//@ check: assertion line=35
// A lock-free stack of nodes that are used again: what is popped may be pushed soon after.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    struct node *_Atomic next;
    atomic_int owners;
};

static struct node nodes[3];
static struct node *_Atomic top;

static void push(struct node *node) {
    struct node *old = atomic_load(&top);
    do
        atomic_store(&node->next, old);
    while (!atomic_compare_exchange_strong(&top, &old, node));
}

static struct node *pop(void) {
    struct node *old = atomic_load(&top);
    while (old != NULL) {
        struct node *next = atomic_load(&old->next);
        if (atomic_compare_exchange_strong(&top, &old, next))
            break;
    }
    return old;
}

static void take(struct node *node) {
    if (node != NULL)
        assert(atomic_fetch_add(&node->owners, 1) == 0);
}

static void *consumer(void *arg) {
    (void)arg;
    take(pop());
    return NULL;
}

static void *recycler(void *arg) {
    (void)arg;
    struct node *first = pop();
    struct node *second = pop();
    take(second);
    if (first != NULL)
        push(first);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    push(&nodes[2]);
    push(&nodes[1]);
    push(&nodes[0]);
    pthread_create(&a, NULL, consumer, NULL);
    pthread_create(&b, NULL, recycler, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    take(pop());
    return 0;
}
