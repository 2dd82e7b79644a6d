//@ check --model sc: safe executions=2
//@ check --model rc11: data-race message="data"
// Under --model sc every atomic access orders, also a relaxed one; under rc11 it is a race.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int flag;

static void *first(void *arg) {
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return arg;
}

static void *second(void *arg) {
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        int copy = data;
        (void)copy;
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
