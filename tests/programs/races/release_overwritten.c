//@ check --model sc: safe executions=5
//@ check --model rc11: data-race message="data"
// Under --model sc every atomic access orders; in C11 the relaxed store of the second thread ends the release sequence.
// The second thread reads 0 (then the third reads 0 or 1) or 1 (then the third reads 0, 1 or 2): 2 + 3.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int flag;

static void *first(void *arg) {
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return arg;
}

static void *second(void *arg) {
    if (atomic_load_explicit(&flag, memory_order_relaxed) == 1)
        atomic_store_explicit(&flag, 2, memory_order_relaxed);
    return arg;
}

static void *third(void *arg) {
    if (atomic_load_explicit(&flag, memory_order_acquire) == 2) {
        int copy = data;
        (void)copy;
    }
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
