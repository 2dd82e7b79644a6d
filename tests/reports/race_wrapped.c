// Memory from a function that allocates for others is called after what it is for.
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

struct list {
    struct node *head, *tail;
    long length;
};

static struct list *list;

static void *xmalloc(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL)
        abort();
    return memory;
}

static void push(struct list *to)
{
    struct node *node = xmalloc(sizeof *node);
    node->next = to->head;
    to->head = node;
    to->length++;
}

static void *worker(void *arg)
{
    push(list);
    return arg;
}

int main(void)
{
    pthread_t t;
    list = xmalloc(sizeof *list);
    list->head = list->tail = NULL;
    list->length = 0;
    push(list);
    pthread_create(&t, NULL, worker, NULL);
    list->length++;
    pthread_join(t, NULL);
    return 0;
}
