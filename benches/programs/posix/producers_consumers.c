// Multiple producers and consumers (after a family of "Quasi-optimal partial order reduction", CAV 2018; the paper does not print its program):
// a bounded buffer of CAPACITY places behind one mutex, with a condition variable for "not full" and one for "not empty". Each of PRODUCERS puts
// ITEMS items there, each of CONSUMERS takes its share of them.
//
// Executions with one producer, one consumer and one place: 2^(2 ITEMS - 1). At first, after each put but the last and after each take but the
// last, both threads are about to lock the mutex (for the first time, or when they have been woken, or for their next item), and who comes first
// decides whether he has to wait; everything else is ordered. Otherwise there is no formula; by brute force (tests/programs/classes.py, where
// each condition variable is one object: entering, signalling and being woken are ordered) for PRODUCERS, CONSUMERS, ITEMS, CAPACITY:
// 1,1,4,2: 187; 2,1,1,1: 16; 1,2,2,1: 36; 2,2,1,1: 72; 2,2,1,2: 88.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef CONSUMERS
#define CONSUMERS 2
#endif
#ifndef ITEMS
#define ITEMS 1
#endif
#ifndef CAPACITY
#define CAPACITY 1
#endif
#define ALL (PRODUCERS * ITEMS)
#define SHARE (ALL / CONSUMERS)
_Static_assert(ALL % CONSUMERS == 0, "the consumers share what the producers make");

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int buffer[CAPACITY], put, taken; // numbers since the beginning

static void check(void) {
    assert(0 <= taken && taken <= put && put <= ALL);
    assert(put - taken <= CAPACITY);
}

static void *producer(void *arg) {
    int first = *(int *)arg * ITEMS;
    for (int i = 0; i < ITEMS; i++) {
        pthread_mutex_lock(&lock);
        while (put - taken == CAPACITY)
            pthread_cond_wait(&not_full, &lock);
        assert(put - taken < CAPACITY);
        buffer[put++ % CAPACITY] = first + i;
        check();
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *consumer(void *arg) {
    int *mine = arg;
    for (int i = 0; i < SHARE; i++) {
        pthread_mutex_lock(&lock);
        while (put == taken)
            pthread_cond_wait(&not_empty, &lock);
        assert(put > taken);
        mine[i] = buffer[taken++ % CAPACITY];
        check();
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[PRODUCERS + CONSUMERS];
    int number[PRODUCERS], got[CONSUMERS][SHARE], seen[ALL] = {0};
    for (int i = 0; i < PRODUCERS; i++) {
        number[i] = i;
        pthread_create(&threads[i], NULL, producer, &number[i]);
    }
    for (int i = 0; i < CONSUMERS; i++)
        pthread_create(&threads[PRODUCERS + i], NULL, consumer, got[i]);
    for (int i = 0; i < PRODUCERS + CONSUMERS; i++)
        pthread_join(threads[i], NULL);

    // Each item has been taken once, and a consumer gets those of one producer in their order.
    for (int c = 0; c < CONSUMERS; c++)
        for (int i = 0; i < SHARE; i++) {
            assert(got[c][i] >= 0 && got[c][i] < ALL);
            seen[got[c][i]]++;
            for (int j = 0; j < i; j++)
                assert(got[c][j] / ITEMS != got[c][i] / ITEMS || got[c][j] < got[c][i]);
        }
    for (int i = 0; i < ALL; i++)
        assert(seen[i] == 1);
    assert(put == ALL && taken == ALL);
    return 0;
}
