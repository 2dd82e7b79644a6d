// A queue lock (J. M. Mellor-Crummey, M. L. Scott, TOCS 1991): N threads enter once each. A wait is one look that has to
// see what it waits for (-DLOOPS: a loop).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif
// What the next owner reads.
#ifndef PASS_ON
#define PASS_ON memory_order_release
#endif
// What it reads with.
#ifndef TAKE_OVER
#define TAKE_OVER memory_order_acquire
#endif
#ifdef LOOPS
#define AWAIT(condition) while (!(condition))
#else
void __VERIFIER_assume(int);
#define AWAIT(condition) __VERIFIER_assume(condition)
#endif

struct place {
    struct place *_Atomic next;
    atomic_int waits;
};

static struct place *_Atomic queue;
static struct place places[N];
static int count;

static void lock(struct place *mine) {
    atomic_store_explicit(&mine->next, NULL, memory_order_relaxed);
    atomic_store_explicit(&mine->waits, 1, memory_order_relaxed);
    struct place *before = atomic_exchange_explicit(&queue, mine, memory_order_acq_rel);
    if (before == NULL)
        return;
    atomic_store_explicit(&before->next, mine, memory_order_release);
    AWAIT(!atomic_load_explicit(&mine->waits, TAKE_OVER));
}

static void unlock(struct place *mine) {
    struct place *next = atomic_load_explicit(&mine->next, memory_order_acquire);
    if (next == NULL) {
        struct place *last = mine;
        if (atomic_compare_exchange_strong_explicit(&queue, &last, NULL, memory_order_release, memory_order_relaxed))
            return;
        AWAIT((next = atomic_load_explicit(&mine->next, memory_order_acquire)) != NULL);
    }
    atomic_store_explicit(&next->waits, 0, PASS_ON);
}

static void *worker(void *arg) {
    struct place *mine = arg;
    lock(mine);
    count++;
    unlock(mine);
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, worker, &places[i]);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    assert(count == N);
    return 0;
}
