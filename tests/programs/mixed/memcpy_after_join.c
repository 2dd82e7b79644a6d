//@ check: safe executions=3
// A struct of atomics is copied as plain memory once the threads have ended: the copy agrees with the last writes
// (two orders for each member; one of the four combinations is a cycle, as in 2+2W).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

struct pair {
    atomic_int a, b;
};
static struct pair s;

static void *first(void *arg) {
    s.a = 1;
    s.b = 2;
    return arg;
}

static void *second(void *arg) {
    s.b = 3;
    s.a = 4;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    struct pair copy;
    memcpy(&copy, &s, sizeof s);
    assert(copy.a == s.a && copy.b == s.b);
    assert(copy.a != 0 && copy.b != 0);
    return 0;
}
