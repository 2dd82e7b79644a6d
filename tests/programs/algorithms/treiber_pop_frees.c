//@ check: use-after-free
// Each pop frees its node at once, while another thread may be reading it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *_Atomic next;
};

static struct node *_Atomic top;

static void *popper(void *arg) {
    struct node *n = atomic_load(&top);
    while (n != NULL)
        if (atomic_compare_exchange_strong(&top, &n, atomic_load(&n->next))) {
            free(n);
            break;
        }
    return arg;
}

int main(void) {
    pthread_t a, b;
    for (int i = 0; i < 2; i++) {
        struct node *n = malloc(sizeof *n);
        atomic_init(&n->next, atomic_load(&top));
        atomic_store(&top, n);
    }
    pthread_create(&a, NULL, popper, NULL);
    pthread_create(&b, NULL, popper, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
