//@ check: incomplete limit=reuse
// What one thread has freed, malloc may give to another one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *shared;
static atomic_int *_Atomic made;

static void *maker(void *unused)
{
    atomic_store(&made, malloc(sizeof(int)));
    return unused;
}

int main(void)
{
    shared = malloc(sizeof *shared);
    pthread_t a;
    pthread_create(&a, NULL, maker, NULL);
    free(shared);
    void *other = atomic_load(&made);
    assert(other != shared);
    pthread_join(a, NULL);
    free((void *)atomic_load(&made));
    return 0;
}
