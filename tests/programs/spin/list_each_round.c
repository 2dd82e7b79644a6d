//@ check --unroll 3: incomplete limit=unroll
// Each round leaves something behind, and frees what is older: the length of the list tells how many rounds there were.
#include "spin.h"
#include <stdlib.h>

struct node { struct node *next; };
static atomic_int flag;

static void *body(void *arg)
{
    struct node *list = malloc(sizeof *list);
    list->next = NULL;
    while (!atomic_load(&flag)) {
        struct node *node = malloc(sizeof *node);
        node->next = list->next;
        free(list);
        list = node;
    }
    free(list);
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    atomic_store(&flag, 1);
    pthread_join(other, NULL);
    return 0;
}
