//@ check: safe note=random
//@ check --model rc11: safe note=random
//@ check --races explore: safe note=random
//@ check --explorer optimal: safe note=random
//@ check --explorer rvf: safe note=random
//@ cflags: -DSEED=1
// In a real library threads share one sequence: each number of it is drawn once, so that two threads that draw first never draw the same
// number, nor after both have called srand with the same seed one after the other. Here each thread has a sequence of its own, and the
// number of the thread is a part of its seed: the numbers of two threads are never those of one. The threads may not be taken to be
// interchangeable either: T1 always draws its own number, whoever draws first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int drawn[2][2];
static atomic_int turn;
static int firsts[2];

static void *draw(void *arg) {
    int *mine = arg;
#ifdef SEED
    srand(SEED);
#endif
    mine[0] = rand();
    mine[1] = (int)random();
    firsts[atomic_fetch_add(&turn, 1)] = mine[0];
    return NULL;
}

int main(void) {
    pthread_t a, b;
    srand(7);
    int own = rand();
    pthread_create(&a, NULL, draw, drawn[0]);
    pthread_create(&b, NULL, draw, drawn[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            assert(drawn[0][i] != drawn[1][j]);
    assert(firsts[0] == drawn[0][0] || firsts[0] == drawn[1][0]);
    srand(7);
    assert(rand() == own);
    return 0;
}
