//@ check --explorer prefix: safe
//@ check --explorer unfolding --cutoffs: safe
// One puts until the buffer is full, one takes until it is empty, and then each waits: it may never be either.
#include <pthread.h>
#include <stdatomic.h>

#define ROOM 3
static atomic_int count;

static void *puts_in(void *arg) {
    for (;;) {
        while (atomic_load(&count) < ROOM)
            atomic_fetch_add(&count, 1);
        while (atomic_load(&count) == ROOM)
            ;
    }
    return arg;
}

static void *takes(void *arg) {
    for (;;) {
        while (atomic_load(&count) > 0)
            atomic_fetch_sub(&count, 1);
        while (atomic_load(&count) == 0)
            ;
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, puts_in, NULL);
    pthread_create(&b, NULL, takes, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
