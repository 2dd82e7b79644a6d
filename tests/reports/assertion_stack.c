// A lock-free stack whose pop suffers from a node that was popped and pushed again (ABA).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    struct node *_Atomic next;
    atomic_int taken;
};

static struct node nodes[2];
static struct node *_Atomic top;

static void push(struct node *n)
{
    struct node *old = top;
    do
        n->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, n));
}

static struct node *pop(void)
{
    struct node *old = top;
    while (old != NULL && !atomic_compare_exchange_strong(&top, &old, old->next))
        ;
    return old;
}

static void *slow(void *arg)
{
    struct node *n = pop();
    if (n != NULL)
        assert(atomic_exchange(&n->taken, 1) == 0);
    n = pop();
    if (n != NULL)
        assert(atomic_exchange(&n->taken, 1) == 0);
    return arg;
}

static void *busy(void *arg)
{
    struct node *a = pop();
    struct node *b = pop();
    if (b != NULL)
        assert(atomic_exchange(&b->taken, 1) == 0);
    if (a != NULL)
        push(a);
    return arg;
}

int main(void)
{
    pthread_t s, b;
    push(&nodes[1]);
    push(&nodes[0]);
    pthread_create(&s, NULL, slow, NULL);
    pthread_create(&b, NULL, busy, NULL);
    pthread_join(s, NULL);
    pthread_join(b, NULL);
    return 0;
}
