//@ check: safe executions=1
// The neighbour of an atomic may be plain.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static struct {
    atomic_int flag;
    int data;
} s;

static void *first(void *arg) {
    atomic_store(&s.flag, 1);
    return arg;
}

static void *second(void *arg) {
    s.data = 2;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(s.flag == 1 && s.data == 2);
    return 0;
}
