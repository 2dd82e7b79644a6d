//@ check: safe executions=2
// What was done before is seen behind it; exactly one of them is told that it is the one. Two orders of arrival.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t b;
static int before[2], serial[2];

static void *worker(void *arg) {
    int me = arg != NULL;
    before[me] = 1;
    int r = pthread_barrier_wait(&b);
    assert(r == 0 || r == PTHREAD_BARRIER_SERIAL_THREAD);
    serial[me] = r != 0;
    assert(before[1 - me] == 1);
    return NULL;
}

int main(void) {
    pthread_t t, u;
    assert(pthread_barrier_init(&b, NULL, 2) == 0);
    pthread_create(&t, NULL, worker, NULL);
    pthread_create(&u, NULL, worker, &b);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(serial[0] + serial[1] == 1);
    assert(pthread_barrier_destroy(&b) == 0);
    return 0;
}
