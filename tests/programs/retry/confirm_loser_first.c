//@ check: data-race line=@read other=@write
//@ check --model rc11: data-race
// One thread only drops the first node, the other takes it and writes to it. The first has read the node between its load
// and its compare-and-swap, which fails. If that execution were left out, the race would be.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
struct node { struct node *next; };
static struct node b, a = { &b };
static struct node *_Atomic top = &a;
static void *drop(void *arg)
{
    struct node *t = top;
    while (t != NULL && !atomic_compare_exchange_strong(&top, &t, t->next)) /*@read*/
        ;
    return arg;
}
static void *take(void *arg)
{
    struct node *t = top;
    if (t == &a && atomic_compare_exchange_strong(&top, &t, &b))
        a.next = NULL; /*@write*/
    return arg;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, drop, NULL);
    pthread_create(&t[1], NULL, take, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
