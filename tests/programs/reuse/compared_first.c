//@ check --explorer graph: incomplete limit=reuse
//@ check --explorer optimal: incomplete limit=reuse
// A box is taken out and freed; another thread makes a new one; a third compares what it has seen in the two places. The
// thread that frees does so after it has told a log, so the comparison may come first here: malloc may give the address
// of the first box for the second one all the same.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static char *_Atomic old_place, *_Atomic new_place;
static atomic_int freed_boxes;

static void *take(void *unused)
{
    char *box = atomic_exchange(&old_place, NULL);
    atomic_fetch_add(&freed_boxes, 1);
    free(box);
    return unused;
}

static void *make(void *unused)
{
    atomic_store(&new_place, malloc(8));
    return unused;
}

static void *look(void *unused)
{
    char *before = atomic_load(&old_place);
    char *now = atomic_load(&new_place);
    return before && before == now ? unused : NULL;
}

int main(void)
{
    pthread_t threads[3];
    atomic_store(&old_place, malloc(8));
    pthread_create(&threads[0], NULL, look, NULL);
    pthread_create(&threads[1], NULL, make, NULL);
    pthread_create(&threads[2], NULL, take, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
