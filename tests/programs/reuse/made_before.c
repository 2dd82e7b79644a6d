//@ check --explorer graph: safe
//@ check --explorer optimal: safe
//@ check --explorer states: incomplete limit=reuse
//@ check --model rc11: safe graph-only
// The younger of two boxes is reached through the older one, so it was made before the older one is freed: malloc cannot
// have given it the same address.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct box {
    struct box *_Atomic next;
};

static struct box *_Atomic head;

static void *append(void *unused)
{
    atomic_store(&atomic_load(&head)->next, calloc(1, sizeof(struct box)));
    return unused;
}

static void *look(void *unused)
{
    struct box *first = atomic_load(&head);
    return first == atomic_load(&head) ? unused : NULL;
}

static void *drop(void *unused)
{
    struct box *first = atomic_load(&head), *second = atomic_load(&first->next);
    if (second) {
        atomic_store(&head, second);
        free(first);
    }
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    atomic_store(&head, calloc(1, sizeof(struct box)));
    pthread_create(&threads[0], NULL, append, NULL);
    pthread_create(&threads[1], NULL, look, NULL);
    pthread_create(&threads[2], NULL, drop, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
