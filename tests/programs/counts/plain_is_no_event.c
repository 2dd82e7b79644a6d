//@ check: safe executions=2
// Plain accesses under a lock add nothing to the two orders of the critical sections.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y, z;

static void *first(void *arg) {
    pthread_mutex_lock(&m);
    x++;
    y += x;
    z += y;
    pthread_mutex_unlock(&m);
    return arg;
}

static void *second(void *arg) {
    pthread_mutex_lock(&m);
    x++;
    y += x;
    z += y;
    pthread_mutex_unlock(&m);
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
