// Figure 1 of H. T. T. Nguyen, C. Rodriguez, M. Sousa, C. Coti, L. Petrucci, "Quasi-optimal partial order reduction", CAV 2018: N writers of a variable
// each; one thread counts to N-1; the master reads the counter and writes the variable of that number. 2N executions: the
// master finds one of N numbers, and writes before or after the one writer of that variable. An explorer by source sets begins
// exponentially many executions in vain, since it reverses the race with each writer that there was in another execution.
//
// The variables are atomic; with -DLOCKS they are plain, behind a mutex each, and the executions are as many.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

#ifdef LOCKS
struct cell {
    pthread_mutex_t lock;
    int value;
};
static int load(struct cell *cell) {
    pthread_mutex_lock(&cell->lock);
    int value = cell->value;
    pthread_mutex_unlock(&cell->lock);
    return value;
}
static void store(struct cell *cell, int value) {
    pthread_mutex_lock(&cell->lock);
    cell->value = value;
    pthread_mutex_unlock(&cell->lock);
}
static void increment(struct cell *cell) {
    pthread_mutex_lock(&cell->lock);
    cell->value++;
    pthread_mutex_unlock(&cell->lock);
}
#else
struct cell {
    atomic_int value;
};
static int load(struct cell *cell) {
    return cell->value;
}
static void store(struct cell *cell, int value) {
    cell->value = value;
}
static void increment(struct cell *cell) {
    cell->value++;
}
#endif

static struct cell x[N], c; // all zero: static mutexes may be

static void *writer(void *arg) {
    int me = *(int *)arg;
    store(&x[me], 7 + me);
    return NULL;
}

static void *count(void *arg) {
    for (int i = 1; i < N; i++)
        increment(&c);
    return arg;
}

static void *master(void *arg) {
    int i = load(&c);
    assert(i >= 0 && i < N);
    store(&x[i], 0);
    *(int *)arg = i;
    return NULL;
}

int main(void) {
    pthread_t threads[N + 2];
    int number[N], chosen;
    for (int i = 0; i < N; i++) {
        number[i] = i;
        pthread_create(&threads[i], NULL, writer, &number[i]);
    }
    pthread_create(&threads[N], NULL, count, NULL);
    pthread_create(&threads[N + 1], NULL, master, &chosen);
    for (int i = 0; i < N + 2; i++)
        pthread_join(threads[i], NULL);

    assert(load(&c) == N - 1);
    for (int i = 0; i < N; i++) {
        int value = load(&x[i]);
        assert(value == 7 + i || (i == chosen && value == 0));
    }
    return 0;
}
