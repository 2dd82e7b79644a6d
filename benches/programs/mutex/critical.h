// What the programs here have in common: threads 0 to THREADS-1 enter a critical section N times each.
//
// In the section a plain variable is written and read again: if two threads are there at a time, that is a data race, or
// (with --races ignore or explore) the assertion fails. With -DEMPTY the section is empty, as in the measurements of
// "Value-centric Dynamic Partial Order Reduction".
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 1
#endif
#ifndef THREADS
#define THREADS 2
#endif

static void lock(int me);
static void unlock(int me);

#ifndef EMPTY
static int inside;
#endif

static void *run(void *arg) {
    int me = *(int *)arg;
    for (int i = 0; i < N; i++) {
        lock(me);
#ifndef EMPTY
        inside = me;
        assert(inside == me);
#endif
        unlock(me);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    int number[THREADS];
    for (int i = 0; i < THREADS; i++) {
        number[i] = i;
        pthread_create(&threads[i], NULL, run, &number[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
