// Two threads write x 4N times each, a third reads it twice: (8n+2)! / ((4n)!^2 2!) orders, 3m^2 + 3m + 1 reads-from classes with m = 4n.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 1
#endif

static atomic_int x;

static void *first(void *arg) {
    for (int n = 1; n <= 4 * N; n++)
        atomic_store(&x, n);
    return arg;
}

static void *second(void *arg) {
    for (int n = 1; n <= 4 * N; n++)
        atomic_store(&x, -n);
    return arg;
}

static void *reader(void *arg) {
    (void)atomic_load(&x);
    (void)atomic_load(&x);
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_create(&c, 0, reader, 0);
    return 0;
}
