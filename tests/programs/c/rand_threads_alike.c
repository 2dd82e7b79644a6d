//@ check: safe executions=2 representatives=2 note=random
// Threads that start alike are not interchangeable if they draw numbers: whose number comes first depends on who comes first. Two
// executions, and both are explored.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static atomic_int turn;
static int drawn[2];

static void *draw(void *arg) {
    int at = atomic_fetch_add(&turn, 1);
    drawn[at] = rand();
    return arg;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, draw, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(drawn[0] != drawn[1]);
#ifdef DIFFER
    assert(drawn[0] < drawn[1]); /*@less*/
#endif
    return 0;
}
