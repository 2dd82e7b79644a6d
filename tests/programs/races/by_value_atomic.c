//@ check: safe
//@ check --races explore: safe
//@ check --races explore --model rc11: safe
// An atomic structure does not tear, though it is initialised, and read after all, by plain accesses of 8 bytes.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct part {
    int a, b;
};
static _Atomic struct part shared;

static void *writer(void *arg) {
    struct part ones = {1, 1};
    shared = ones;
    return arg;
}

static void *reader(void *arg) {
    struct part seen = shared;
    assert(seen.a == seen.b);
    return arg;
}

int main(void) {
    pthread_t a, b;
    struct part twos = {2, 2};
    atomic_init(&shared, twos);
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    struct part last = *(struct part *)&shared;
    assert(last.a == 1 && last.b == 1);
    return 0;
}
