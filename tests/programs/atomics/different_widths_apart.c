//@ check: safe executions=1
// Neighbouring bytes, each atomic: different locations.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static struct {
    _Atomic unsigned char a, b;
} s;

static void *first(void *arg) {
    s.a++;
    return arg;
}

static void *second(void *arg) {
    s.b++;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(s.a == 1 && s.b == 1);
    return 0;
}
