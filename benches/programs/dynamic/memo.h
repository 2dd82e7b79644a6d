// Dynamic programming with a shared memoization table: THREADS threads compute the same value, each reading what the others have left in the table
// and writing what it has computed itself. All of them write the same values, so that few orders matter for what is read.
// Include it after defining SIZE (entries of the table), `entry(n)` (the value of entry n from smaller ones, by `solve`) and `EXPECTED`.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 3
#endif

// 0: not computed yet.
static atomic_int memo[SIZE];

static int entry(int n);

#ifdef BOTTOM_UP
// Smaller entries are there.
static int solve(int n) {
    return atomic_load(&memo[n]);
}

static int compute(int n) {
    for (int k = 0; k <= n; k++)
        if (atomic_load(&memo[k]) == 0)
            atomic_store(&memo[k], entry(k));
    return solve(n);
}
#else
static int solve(int n) {
    int known = atomic_load(&memo[n]);
    if (known == 0) {
        known = entry(n);
        atomic_store(&memo[n], known);
    }
    return known;
}

static int compute(int n) {
    return solve(n);
}
#endif

static void *thread(void *arg) {
    assert(compute(SIZE - 1) == EXPECTED);
    return arg;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int t = 0; t < THREADS; t++)
        pthread_create(&threads[t], NULL, thread, NULL);
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    return 0;
}
