//@ check: safe executions=1 blocked=0
//@ check --unroll 2: safe executions=1 blocked=0
// Waiting in a loop needs no bound: a round that reads 0 changes nothing, and only the one that reads 1 goes on.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;

static void *setter(void *arg) {
    flag = 1;
    return arg;
}
static void *waiter(void *arg) {
    while (!flag)
        ;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, setter, NULL);
    pthread_create(&b, NULL, waiter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
