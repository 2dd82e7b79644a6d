//@ check: safe note=none
// A lock-free stack; nodes are freed only when both threads have ended.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *_Atomic top;

static void *push(void *arg) {
    struct node *n = malloc(sizeof *n);
    n->value = *(int *)arg;
    n->next = atomic_load(&top);
    while (!atomic_compare_exchange_strong(&top, &n->next, n))
        ;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int one = 1, two = 2, sum = 0;
    pthread_create(&a, NULL, push, &one);
    pthread_create(&b, NULL, push, &two);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    for (struct node *n = top, *next; n != NULL; n = next) {
        next = n->next;
        sum += n->value;
        free(n);
    }
    assert(sum == 3);
    return 0;
}
