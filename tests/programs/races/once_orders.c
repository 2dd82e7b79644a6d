//@ check: safe executions=2
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_once_t o = PTHREAD_ONCE_INIT;
static int x;
static void init(void) { x++; }

static void *first(void *arg) {
    pthread_once(&o, init);
    assert(x == 1);
    return arg;
}

static void *second(void *arg) {
    pthread_once(&o, init);
    assert(x == 1);
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
