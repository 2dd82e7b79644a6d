//@ cflags: -Wno-atomic-alignment
//@ check: safe executions=4
//@ check --model tso: safe executions=4
//@ check --model rc11: safe executions=4
// Two threads push one node each onto a stack whose head has a counter: of two compare-and-swaps that begin as 0, one fails and goes again, or
// the second begins after the first. Which pushes first makes two final heads; in each, the loser has read before (and failed) or after.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *next;
};

struct head {
    struct node *top;
    unsigned long count;
};

static _Atomic struct head head;
static struct node nodes[2];

static void *push(void *arg)
{
    struct node *node = arg;
    struct head old = atomic_load(&head), new;
    do {
        node->next = old.top;
        new.top = node;
        new.count = old.count + 1;
    } while (!atomic_compare_exchange_strong(&head, &old, new));
    return 0;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, push, &nodes[0]);
    pthread_create(&u, 0, push, &nodes[1]);
    pthread_join(t, 0);
    pthread_join(u, 0);
    struct head last = atomic_load(&head);
    assert(last.count == 2 && last.top && last.top->next && !last.top->next->next);
    return 0;
}
