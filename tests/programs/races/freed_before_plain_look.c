//@ check: use-after-free|data-race
//@ check --keep-going: use-after-free|data-race
//@ check --keep-going --explorer rf: use-after-free|data-race
//@ check --explorer rf: use-after-free|data-race
//@ check --explorer rvf: use-after-free|data-race
//@ check --explorer optimal: use-after-free|data-race
// A stack whose nodes are freed while others look at them, by a plain load of what is otherwise accessed atomically. Where that is met
// after the node was freed it is no event, in other orders it is.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    _Atomic(struct node *) next;
};

static _Atomic(struct node *) top;

static void push(void)
{
    struct node *node = malloc(sizeof *node);
    struct node *old = atomic_load(&top);
    do {
        atomic_store(&node->next, old);
    } while (!atomic_compare_exchange_strong(&top, &old, node));
}

static void pop(void)
{
    struct node *old = atomic_load(&top);
    while (old && !atomic_compare_exchange_strong(&top, &old, *(struct node **)&old->next))
        ;
    free(old);
}

static void *both(void *arg)
{
    push();
    pop();
    return arg;
}

static void *one(void *arg)
{
    pop();
    return arg;
}

int main(void)
{
    pthread_t a, b;
    push();
    pthread_create(&a, NULL, both, NULL);
    pthread_create(&b, NULL, one, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
