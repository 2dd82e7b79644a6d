//@ check: safe executions=1
// A field of width zero begins a new unit.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static struct {
    unsigned a : 4;
    unsigned : 0;
    unsigned b : 4;
} s;

static void *first(void *arg) {
    s.a = 1;
    return arg;
}

static void *second(void *arg) {
    s.b = 2;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(s.a == 1 && s.b == 2);
    return 0;
}
