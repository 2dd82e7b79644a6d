//@ check: safe executions=1
// Threads that share nothing: one execution, however many interleavings.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y, z;

static void *first(void *arg) {
    x = 1;
    x++;
    return arg;
}

static void *second(void *arg) {
    y = 1;
    y++;
    return arg;
}

static void *third(void *arg) {
    z = 1;
    z++;
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
