//@ check: safe executions=2
// Whoever comes first clears the variable, plainly, and lets the other one look at it. Both have loaded it atomically
// before, if they come first or second: so the plain store is an event, also if the other thread's load has been taken back.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int content, *shared = &content;
static atomic_int came, is_cleared;

static void *first_to_look(void *unused)
{
    if (atomic_fetch_add(&came, 1) == 0) {
        assert(__atomic_load_n(&shared, __ATOMIC_SEQ_CST) != NULL);
        return unused;
    }
    while (!atomic_load(&is_cleared))
        ;
    assert(__atomic_load_n(&shared, __ATOMIC_SEQ_CST) == NULL);
    return unused;
}

static void *clears(void *unused)
{
    int *seen = __atomic_load_n(&shared, __ATOMIC_SEQ_CST);
    if (atomic_fetch_add(&came, 1) == 0) {
        shared = NULL;
        atomic_store(&is_cleared, 1);
    }
    return seen ? unused : NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, first_to_look, NULL);
    pthread_create(&threads[1], NULL, clears, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
