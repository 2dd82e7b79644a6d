//@ check: data-race
//@ check --model sc --explorer optimal: data-race
// A node that is taken from the list, and put back, is written to by its owner; the other thread has
// found it at the top and looks at it before its compare-and-swap fails.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node { struct node *next; };

static struct node a;
static struct node *_Atomic top = &a;

static void *take_and_put_back(void *arg)
{
    struct node *t = top;
    if (t == NULL || !atomic_compare_exchange_strong(&top, &t, NULL))
        return arg;
    struct node *other = top;
    do
        a.next = other;
    while (!atomic_compare_exchange_strong(&top, &other, &a));
    return arg;
}

static void *take(void *arg)
{
    struct node *t = top;
    while (t != NULL && !atomic_compare_exchange_strong(&top, &t, t->next))
        ;
    return arg;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, take_and_put_back, NULL);
    pthread_create(&t[1], NULL, take, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
