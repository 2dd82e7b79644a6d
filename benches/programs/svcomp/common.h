// What the programs here have in common: N threads that all run `thread`, with their number (from 1) as argument. The shared variables are plain:
// run with --races explore.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

static pthread_t threads[N];

static void start_all(void *(*thread)(void *)) {
    for (intptr_t n = 1; n <= N; n++)
        pthread_create(&threads[n - 1], 0, thread, (void *)n);
}

static void join_all(void) {
    for (int n = 0; n < N; n++)
        pthread_join(threads[n], 0);
}
