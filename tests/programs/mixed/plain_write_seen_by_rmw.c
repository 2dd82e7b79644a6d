//@ check: safe executions=2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_long x;

static void *first(void *arg) {
    pthread_mutex_lock(&m);
    *(long *)&x = 10;
    pthread_mutex_unlock(&m);
    return arg;
}

static void *second(void *arg) {
    pthread_mutex_lock(&m);
    long old = atomic_fetch_add(&x, 5);
    assert(old == 0 || old == 10);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 10 || x == 15);
    return 0;
}
