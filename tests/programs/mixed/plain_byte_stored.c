//@ check: safe
// A plain store of one byte of an atomic word is one to a part of it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint x;

static void *first(void *arg) {
    x = 0x01020304;
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, first, NULL);
    pthread_join(a, NULL);
    *(unsigned char *)&x = 9;
    assert(x == 0x01020309);
    return 0;
}
