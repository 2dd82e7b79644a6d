//@ check: safe executions=1
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static void *first(void *arg) {
    atomic_thread_fence(memory_order_seq_cst);
    return arg;
}

static void *second(void *arg) {
    atomic_thread_fence(memory_order_seq_cst);
    return arg;
}

static void *third(void *arg) {
    atomic_thread_fence(memory_order_seq_cst);
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_create(&c, NULL, third, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
