//@ check: safe executions=1
// What happens before a thread is created is before all it does.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x;

static void *first(void *arg) {
    assert(x == 1);
    x = 2;
    return arg;
}

int main(void) {
    pthread_t a;
    x = 1;
    pthread_create(&a, NULL, first, NULL);
    pthread_join(a, NULL);
    assert(x == 2);
    return 0;
}
