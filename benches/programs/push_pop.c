// A lock-free stack (R. K. Treiber, 1986): PUSHERS threads push a new node each, POPPERS try to pop one. Who finds that the
// top has changed tries again. Popped nodes are not freed.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef PUSHERS
#define PUSHERS 2
#endif
#ifndef POPPERS
#define POPPERS 2
#endif

struct node {
    struct node *next;
};

static struct node *_Atomic top;
static struct node nodes[PUSHERS];

static void *push(void *arg) {
    struct node *n = arg, *seen = atomic_load(&top);
    do
        n->next = seen;
    while (!atomic_compare_exchange_strong(&top, &seen, n));
    return NULL;
}

static void *pop(void *arg) {
    struct node *seen = atomic_load(&top);
    while (seen != NULL && !atomic_compare_exchange_strong(&top, &seen, seen->next))
        ;
    return arg;
}

int main(void) {
    pthread_t threads[PUSHERS + POPPERS];
    for (int i = 0; i < PUSHERS + POPPERS; i++) {
        if (i < PUSHERS)
            pthread_create(&threads[i], NULL, push, &nodes[i]);
        else
            pthread_create(&threads[i], NULL, pop, NULL);
    }
    for (int i = 0; i < PUSHERS + POPPERS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
