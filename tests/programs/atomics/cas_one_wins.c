//@ check: safe executions=2
// Of two threads exactly one gets it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int owner;
static int a_won, b_won;

static void *first(void *arg) {
    int nobody = 0;
    a_won = atomic_compare_exchange_strong(&owner, &nobody, 1);
    return arg;
}

static void *second(void *arg) {
    int nobody = 0;
    b_won = atomic_compare_exchange_strong(&owner, &nobody, 2);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(a_won + b_won == 1);
    return 0;
}
