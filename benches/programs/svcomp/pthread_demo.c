// Two threads add 1 to a variable N times without a lock, by way of a local copy.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

static int global;

static void *thread(void *arg) {
    for (int n = 0; n < N; n++) {
        int local = global;
        local = local + 1;
        global = local;
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(global >= (N > 1 ? 2 : 1) && global <= 2 * N);
    return 0;
}
