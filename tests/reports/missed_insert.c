/* A list on the heap: the inserter gives up if the list is frozen; the freezer is early. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node { int v; struct node *next; };
struct list { pthread_mutex_t m; struct node *head; int frozen; };

static void insert(struct list *l, int v)
{
    struct node *n = malloc(sizeof *n);
    n->v = v;
    pthread_mutex_lock(&l->m);
    if (l->frozen) {
        free(n);
    } else {
        n->next = l->head;
        l->head = n;
    }
    pthread_mutex_unlock(&l->m);
}

static int sum(struct list *l)
{
    int s = 0;
    for (struct node *n = l->head; n; n = n->next)
        s += n->v;
    return s;
}

static void *inserter(void *l) { insert(l, 5); return NULL; }
static void *freezer(void *l)
{
    struct list *q = l;
    pthread_mutex_lock(&q->m);
    q->frozen = 1;
    pthread_mutex_unlock(&q->m);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    struct list *l = calloc(1, sizeof *l);
    pthread_mutex_init(&l->m, NULL);
    insert(l, 1);
    pthread_create(&a, NULL, inserter, l);
    pthread_create(&b, NULL, freezer, l);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sum(l) == 6);
    return 0;
}
