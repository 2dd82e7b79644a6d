//@ check: safe executions=1
// Accessed atomically, then written plainly, then read atomically by another thread.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *first(void *arg) {
    assert(x == 7);
    return arg;
}

int main(void) {
    pthread_t a;
    x = 3;
    assert(x == 3);
    *(int *)&x = 7;
    pthread_create(&a, NULL, first, NULL);
    pthread_join(a, NULL);
    return 0;
}
