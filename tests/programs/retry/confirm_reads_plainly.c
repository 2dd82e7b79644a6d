//@ check: data-race line=@read other=@write
//@ check --model rc11: data-race line=@read|@write
//@ check --model sc --explorer optimal: data-race line=@read|@write
// Both pop the first node; the one that gets it writes to it. The other has read the node between
// its load and its compare-and-swap, which fails: if that execution were left out, the race would be.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node { struct node *next; };

static struct node b, a = { &b };
static struct node *_Atomic top = &a;

static void *pop(void *arg)
{
    struct node *t = top;
    while (t != NULL && !atomic_compare_exchange_strong(&top, &t, t->next)) /*@read*/
        ;
    if (t != NULL)
        t->next = NULL; /*@write*/
    return arg;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, pop, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
