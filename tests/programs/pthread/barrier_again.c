//@ check: safe executions=4
// Used twice by two threads: 2 * 2 orders of arrival.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t b;
static int value[2];

static void *worker(void *arg) {
    int me = arg != NULL;
    value[me] = 1;
    pthread_barrier_wait(&b);
    assert(value[1 - me] == 1);
    pthread_barrier_wait(&b);
    value[me] = 2;
    return NULL;
}

int main(void) {
    pthread_t t, u;
    pthread_barrier_init(&b, NULL, 2);
    pthread_create(&t, NULL, worker, NULL);
    pthread_create(&u, NULL, worker, &b);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
