//@ check: safe executions=1
// Neighbours in one word are different locations.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static struct {
    char a, b;
    short c;
} s;

static void *first(void *arg) {
    s.a = 1;
    s.c = 3;
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
    assert(s.a == 1 && s.b == 2 && s.c == 3);
    return 0;
}
