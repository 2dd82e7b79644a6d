//@ check --model sc: safe executions=3
//@ check --model auto: assertion
// Under --model sc relaxed accesses are sequentially consistent: never both 0. (auto takes rc11, where both can be.)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int r, s;

static void *first(void *arg) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    r = atomic_load_explicit(&y, memory_order_relaxed);
    return arg;
}

static void *second(void *arg) {
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    s = atomic_load_explicit(&x, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(r + s > 0);
    return 0;
}
