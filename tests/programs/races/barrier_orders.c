//@ check: safe executions=2
// Who arrives first: two orders.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t gate;
static int x, y;

static void *first(void *arg) {
    x = 1;
    pthread_barrier_wait(&gate);
    assert(y == 1);
    return arg;
}

static void *second(void *arg) {
    y = 1;
    pthread_barrier_wait(&gate);
    assert(x == 1);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&gate, NULL, 2);
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
