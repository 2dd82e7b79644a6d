// A lock-free stack (R. K. Treiber, 1986): N threads push one value each and pop one. A thread that has pushed finds
// something to pop, and no two pop the same. Nodes are never reused, so there is no ABA.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif
#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif

struct node {
    int value;
    struct node *next;
};

static struct node *_Atomic top;
static struct node pool[N];
static int popped[N];

static void push(struct node *n) {
    n->next = atomic_load_explicit(&top, memory_order_relaxed);
    while (!atomic_compare_exchange_strong_explicit(&top, &n->next, n, PUBLISH, memory_order_relaxed))
        ;
}

// The read-modify-writes of top continue the release sequences of all pushes below, so that acquiring what one of them
// wrote is enough.
static struct node *pop(void) {
    struct node *n = atomic_load_explicit(&top, memory_order_acquire);
    while (n != NULL &&
           !atomic_compare_exchange_strong_explicit(&top, &n, n->next, memory_order_acquire, memory_order_acquire))
        ;
    return n;
}

static void *worker(void *arg) {
    int me = *(int *)arg;
    pool[me].value = me + 1;
    push(&pool[me]);
    struct node *n = pop();
    assert(n != NULL);
    popped[me] = n->value;
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    int number[N];
    for (int i = 0; i < N; i++) {
        number[i] = i;
        pthread_create(&threads[i], NULL, worker, &number[i]);
    }
    int seen = 0;
    for (int i = 0; i < N; i++) {
        pthread_join(threads[i], NULL);
        assert(popped[i] >= 1 && popped[i] <= N && !(seen >> popped[i] & 1));
        seen |= 1 << popped[i];
    }
    assert(atomic_load_explicit(&top, memory_order_relaxed) == NULL);
    return 0;
}
