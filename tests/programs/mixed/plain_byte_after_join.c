//@ check: safe
// One byte of an atomic word.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint x;

static void *first(void *arg) {
    x = 0x01020304;
    return arg;
}

static void *second(void *arg) {
    x = 0x05060708;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    unsigned char low = *(unsigned char *)&x;
    assert(low == 4 || low == 8);
    assert(low == (x & 0xFF));
    return 0;
}
