//@ check --unroll 2: incomplete limit=unroll executions=3
// Waiting in a loop has no end of its own: 1, 0 1, 0 0 1 are read within two further rounds.
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
