// A lock-free queue (M. M. Michael, M. L. Scott, PODC 1996): N threads append one value each and take one. A thread that
// has appended finds something to take, and no two take the same. Nodes are never reused, so the algorithm's counters
// against ABA, and its second look at head and tail, are not needed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif
// Makes a node's value and its link visible.
#ifndef LINK
#define LINK memory_order_release
#endif
// Whoever sees the new tail sees the links up to it.
#ifndef MOVE_TAIL
#define MOVE_TAIL memory_order_release
#endif

struct node {
    int value;
    struct node *_Atomic next;
};

static struct node dummy, pool[N];
static struct node *_Atomic head = &dummy, *_Atomic tail = &dummy;
static int taken[N];

static void move_tail(struct node *from, struct node *to) {
    atomic_compare_exchange_strong_explicit(&tail, &from, to, MOVE_TAIL, memory_order_relaxed);
}

static void append(struct node *n) {
    for (;;) {
        struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
        struct node *next = NULL;
        if (atomic_compare_exchange_strong_explicit(&last->next, &next, n, LINK, memory_order_acquire)) {
            move_tail(last, n);
            return;
        }
        move_tail(last, next);
    }
}

// 0 if there is nothing. Acquiring head makes sure that the tail seen is not behind it.
static int take(void) {
    for (;;) {
        struct node *first = atomic_load_explicit(&head, memory_order_acquire);
        struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
        struct node *next = atomic_load_explicit(&first->next, memory_order_acquire);
        if (first == last) {
            if (next == NULL)
                return 0;
            move_tail(last, next);
            continue;
        }
        int value = next->value;
        if (atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_acq_rel, memory_order_relaxed))
            return value;
    }
}

static void *worker(void *arg) {
    int me = *(int *)arg;
    pool[me].value = me + 1;
    append(&pool[me]);
    taken[me] = take();
    assert(taken[me] != 0);
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
        assert(taken[i] >= 1 && taken[i] <= N && !(seen >> taken[i] & 1));
        seen |= 1 << taken[i];
    }
    assert(take() == 0);
    return 0;
}
