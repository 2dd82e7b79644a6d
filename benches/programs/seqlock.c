// A sequence lock as H.-J. Boehm writes it for C11 (MSPC 2012): one writer changes two variables WRITES times, N readers
// read them once each. What a reader has read counts if the sequence number was even and is the same afterwards; then
// the two are equal.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif
#ifndef WRITES
#define WRITES 2
#endif
// The writer's fence: the data after the odd number.
#ifndef BEGIN
#define BEGIN memory_order_release
#endif
// The writer's last store: the data before the even number.
#ifndef END
#define END memory_order_release
#endif
// The reader's fence: the data before the second look.
#ifndef AGAIN
#define AGAIN memory_order_acquire
#endif

static atomic_uint sequence;
static atomic_int left, right;

static void *reader(void *arg) {
    unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);
    int l = atomic_load_explicit(&left, memory_order_relaxed);
    int r = atomic_load_explicit(&right, memory_order_relaxed);
    atomic_thread_fence(AGAIN);
    unsigned after = atomic_load_explicit(&sequence, memory_order_relaxed);
    if (before % 2 == 0 && before == after)
        assert(l == r);
    return arg;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, reader, NULL);
    for (int i = 1; i <= WRITES; i++) {
        unsigned now = atomic_load_explicit(&sequence, memory_order_relaxed);
        atomic_store_explicit(&sequence, now + 1, memory_order_relaxed);
        atomic_thread_fence(BEGIN);
        atomic_store_explicit(&left, i, memory_order_relaxed);
        atomic_store_explicit(&right, i, memory_order_relaxed);
        atomic_store_explicit(&sequence, now + 2, END);
    }
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
