//@ cflags: -Wno-atomic-alignment
//@ check: assertion line=@bug
//@ check --model tso: assertion line=@bug
// The ABA problem: main takes both nodes and puts the first back, between the other thread's look at the head and its compare-and-swap. The head is
// as it was, so that the second node, which main owns, becomes the top. With a tag that counts (aba_tagged.c), the head is another one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef STEP
#define STEP 0
#endif

struct node {
    struct node *_Atomic next;
};

struct head {
    struct node *top;
    unsigned long tag;
};

static _Atomic struct head head;
static struct node nodes[2];

static struct node *pop(void)
{
    struct head old = atomic_load(&head), new;
    do {
        if (!old.top)
            return 0;
        new.top = old.top->next;
        new.tag = old.tag + STEP;
    } while (!atomic_compare_exchange_strong(&head, &old, new));
    return old.top;
}

static void push(struct node *node)
{
    struct head old = atomic_load(&head), new;
    do {
        node->next = old.top;
        new.top = node;
        new.tag = old.tag + STEP;
    } while (!atomic_compare_exchange_strong(&head, &old, new));
}

static void *worker(void *arg)
{
    pop();
    return arg;
}

int main(void)
{
    pthread_t t;
    push(&nodes[0]);
    push(&nodes[1]);
    pthread_create(&t, 0, worker, 0);
    struct node *first = pop(), *owned = pop();
    if (first)
        push(first);
    pthread_join(t, 0);
    struct head last = atomic_load(&head);
    assert(!owned || last.top != owned); /*@bug*/
    return 0;
}
