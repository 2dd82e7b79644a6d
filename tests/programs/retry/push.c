//@ check --no-symmetry: safe executions=6 blocked=0
// Who pushes on a stack writes to the node in each round: 3! orders.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node *_Atomic top;

static void *push(void *arg) {
    struct node *n = malloc(sizeof *n), *seen = atomic_load(&top);
    do
        n->next = seen;
    while (!atomic_compare_exchange_weak(&top, &seen, n));
    return arg;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, push, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    int count = 0;
    for (struct node *n = top, *next; n != NULL; n = next, count++) {
        next = n->next;
        free(n);
    }
    assert(count == 3);
    return 0;
}
