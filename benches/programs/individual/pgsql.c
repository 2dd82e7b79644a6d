// Latches and flags, as PostgreSQL had them: two processes pass a turn to each other N times. Waiting is a loop that reads the latch.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

static atomic_int latch[2] = {1, 0};
static atomic_int flag[2] = {1, 0};

static void serve(int me) {
    for (int n = 0; n < N; n++) {
        while (atomic_load(&latch[me]) == 0)
            ;
        atomic_store(&latch[me], 0);
        if (atomic_load(&flag[me])) {
            assert(atomic_load(&flag[1 - me]) == 0);
            atomic_store(&flag[me], 0);
            atomic_store(&flag[1 - me], 1);
            atomic_store(&latch[1 - me], 1);
        }
    }
}

static void *other(void *arg) {
    serve(1);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    serve(0);
    pthread_join(thread, 0);
    return 0;
}
