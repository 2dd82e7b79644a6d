//@ check: safe executions=3
// A thread started by a thread: its store is before or after that of the other child, and after its parent's.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *grandchild(void *arg) {
    x = 2;
    return arg;
}
static void *child(void *arg) {
    pthread_t t;
    x = 1;
    pthread_create(&t, NULL, grandchild, NULL);
    pthread_join(t, NULL);
    return arg;
}
static void *other(void *arg) {
    x = 3;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, child, NULL);
    pthread_create(&b, NULL, other, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
