//@ check: safe executions=2
// Each ticket is drawn once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint next;
static int drawn[2];

static void *first(void *arg) {
    drawn[atomic_fetch_add(&next, 1)] = 1;
    return arg;
}

static void *second(void *arg) {
    drawn[atomic_fetch_add(&next, 1)] = 1;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(drawn[0] && drawn[1]);
    return 0;
}
