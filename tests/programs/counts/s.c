//@ check: safe executions=3
// S: 2 * 2, without reading y = 1 while x = 1 comes before x = 2.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int r0;

static void *first(void *arg) {
    atomic_store(&x, 2);
    atomic_store(&y, 1);
    return arg;
}

static void *second(void *arg) {
    r0 = atomic_load(&y);
    atomic_store(&x, 1);
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
