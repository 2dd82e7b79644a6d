//@ check: safe executions=3
// R: 2 * 2, without y = 1 before y = 2 while x is read as 0.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int r0;

static void *first(void *arg) {
    atomic_store(&x, 1);
    atomic_store(&y, 1);
    return arg;
}

static void *second(void *arg) {
    atomic_store(&y, 2);
    r0 = atomic_load(&x);
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
