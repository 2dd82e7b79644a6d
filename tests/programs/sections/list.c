//@ check --explorer optimal --stub early=0: safe commuting=6
//@ check --stub early=1: use-after-free
//@ check --explorer optimal --stub early=1: use-after-free
// Sections that allocate and call. Three threads push onto a list: all orders. With `early`, one of them frees the first node, and the others go on with it.
#include <pthread.h>
#include <stdlib.h>

extern int early(void);
struct node {
    int value;
    struct node *next;
};
static pthread_mutex_t *m;
static struct node *list;
static int frees;

static struct node *new_node(int value, struct node *next) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = next;
    return node;
}

static void *pushes(void *arg) {
    pthread_mutex_lock(m);
    list = new_node(list ? list->value + 1 : 0, list);
    pthread_mutex_unlock(m);
    if (frees && arg) {
        pthread_mutex_lock(m);
        free(list);
        pthread_mutex_unlock(m);
    }
    return 0;
}

int main(void) {
    pthread_t t[3];
    frees = early();
    m = malloc(sizeof *m);
    pthread_mutex_init(m, 0);
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], 0, pushes, (void *)(long)(i == 2));
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
