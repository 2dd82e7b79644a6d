// A bounded queue for many producers and consumers (D. Vyukov, 1024cores.net): each cell carries the number of the
// operation that it is ready for. N threads put one value each, N try to get one. Every value is had once at most.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif
#ifndef SIZE
#define SIZE 2
#endif
// Hands a filled cell on.
#ifndef FILLED
#define FILLED memory_order_release
#endif

struct cell {
    atomic_uint ready;
    int value;
};

static struct cell cells[SIZE];
static atomic_uint next_put, next_get;
static int got[N];

// The cell that is ready for the operation which `next` counts, `ahead` of its own number; NULL if that has to wait.
static struct cell *claim(atomic_uint *next, unsigned ahead, unsigned *number) {
    unsigned at = atomic_load_explicit(next, memory_order_relaxed);
    for (;;) {
        struct cell *cell = &cells[at % SIZE];
        int difference = (int)(atomic_load_explicit(&cell->ready, memory_order_acquire) - (at + ahead));
        if (difference < 0)
            return NULL;
        if (difference > 0) {
            at = atomic_load_explicit(next, memory_order_relaxed);
            continue;
        }
        if (atomic_compare_exchange_strong_explicit(next, &at, at + 1, memory_order_relaxed, memory_order_relaxed)) {
            *number = at;
            return cell;
        }
    }
}

static int put(int value) {
    unsigned number;
    struct cell *cell = claim(&next_put, 0, &number);
    if (cell == NULL)
        return 0;
    cell->value = value;
    atomic_store_explicit(&cell->ready, number + 1, FILLED);
    return 1;
}

// 0 if there is nothing.
static int get(void) {
    unsigned number;
    struct cell *cell = claim(&next_get, 1, &number);
    if (cell == NULL)
        return 0;
    int value = cell->value;
    atomic_store_explicit(&cell->ready, number + SIZE, memory_order_release);
    return value;
}

static void *producer(void *arg) {
    int done = put(*(int *)arg + 1);
    assert(done || N > SIZE);
    return NULL;
}

static void *consumer(void *arg) {
    got[*(int *)arg] = get();
    return NULL;
}

int main(void) {
    pthread_t threads[2 * N];
    int number[2 * N];
    for (unsigned i = 0; i < SIZE; i++)
        atomic_init(&cells[i].ready, i);
    for (int i = 0; i < 2 * N; i++) {
        number[i] = i % N;
        pthread_create(&threads[i], NULL, i < N ? producer : consumer, &number[i]);
    }
    for (int i = 0; i < 2 * N; i++)
        pthread_join(threads[i], NULL);
    int seen = 0;
    for (int i = 0; i < N; i++) {
        assert(got[i] >= 0 && got[i] <= N && (got[i] == 0 || !(seen >> got[i] & 1)));
        seen |= 1 << got[i];
    }
    return 0;
}
