//@ check: safe executions=3
// 0 -> 1 -> 2 -> 3 needs both threads in turn; the second compare-and-swap of the first thread comes before or after
// that of the second thread, which itself comes before or after the first: too early it fails.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *first(void *arg) {
    int seen = 0;
    atomic_compare_exchange_strong(&x, &seen, 1);
    seen = 2;
    atomic_compare_exchange_strong(&x, &seen, 3);
    return arg;
}

static void *second(void *arg) {
    int seen = 1;
    atomic_compare_exchange_strong(&x, &seen, 2);
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
