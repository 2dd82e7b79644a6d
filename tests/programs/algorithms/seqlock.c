//@ check: safe
// A sequence lock read once: what was read counts only if the sequence number is even and has not changed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef AGAIN
#define AGAIN(before) (atomic_load(&sequence) == (before))
#endif

static atomic_uint sequence;
static atomic_int left, right;

static void *writer(void *arg) {
    for (int i = 1; i <= 2; i++) {
        atomic_fetch_add(&sequence, 1);
        atomic_store(&left, i);
        atomic_store(&right, i);
        atomic_fetch_add(&sequence, 1);
    }
    return arg;
}

static void *reader(void *arg) {
    unsigned before = atomic_load(&sequence);
    int l = atomic_load(&left), r = atomic_load(&right);
    if (before % 2 == 0 && AGAIN(before))
        assert(l == r);
    return arg;
}

int main(void) {
    pthread_t w, r;
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r, NULL, reader, NULL);
    pthread_join(w, NULL);
    pthread_join(r, NULL);
    return 0;
}
