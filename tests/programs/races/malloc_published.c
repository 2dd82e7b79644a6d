//@ check: safe executions=2 note=none
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

struct box {
    int value;
};
static struct box *_Atomic shared;

static void *first(void *arg) {
    struct box *fresh = malloc(sizeof *fresh);
    fresh->value = 5;
    atomic_store(&shared, fresh);
    return arg;
}

static void *second(void *arg) {
    struct box *seen = atomic_load(&shared);
    if (seen)
        assert(seen->value == 5);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(shared);
    return 0;
}
