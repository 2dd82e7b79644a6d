//@ check --spurious=1: safe executions=1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *first(void *arg) {
    int zero = 0;
    assert(atomic_compare_exchange_strong(&x, &zero, 1));
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, first, NULL);
    pthread_join(a, NULL);
    return 0;
}
