//@ check: safe executions=2 note=random
// As with rand, each thread has a sequence of its own, and no two draw the same numbers. Two executions: either is the first to take
// its turn.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static long drawn[2][3];
static atomic_int turn;

static void *draw(void *arg) {
    long *mine = arg;
    unsigned short seed[3] = {1, 2, 3};
    mine[0] = lrand48();
    srand48(5);
    mine[1] = lrand48();
    seed48(seed);
    mine[2] = lrand48();
    atomic_fetch_add(&turn, 1);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, draw, drawn[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 3; i++)
        assert(drawn[0][i] != drawn[1][i]);
    return 0;
}
