//@ check: safe executions=2
// Who comes first runs it.
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void init(void) {}

static void *first(void *arg) {
    pthread_once(&once, init);
    return arg;
}

static void *second(void *arg) {
    pthread_once(&once, init);
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
