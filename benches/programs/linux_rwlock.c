// The read-write lock that Linux had on x86: one number, which a reader lowers by one and a writer by FREE; whoever finds
// it too low puts it back, waits and tries again. READERS and WRITERS threads enter once each, with TRIES tries at most.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef READERS
#define READERS 2
#endif
#ifndef WRITERS
#define WRITERS 2
#endif
#ifndef TRIES
#define TRIES 2
#endif
#ifndef WRITE_UNLOCK
#define WRITE_UNLOCK memory_order_release
#endif
#ifndef READ_UNLOCK
#define READ_UNLOCK memory_order_release
#endif
#define FREE 0x100000

void __VERIFIER_assume(int);

static atomic_int lock = FREE;
static int data;

static void read_lock(void) {
    for (int tries = 1; atomic_fetch_sub_explicit(&lock, 1, memory_order_acquire) <= 0; tries++) {
        atomic_fetch_add_explicit(&lock, 1, memory_order_relaxed);
        __VERIFIER_assume(tries < TRIES && atomic_load_explicit(&lock, memory_order_relaxed) > 0);
    }
}

static void write_lock(void) {
    for (int tries = 1; atomic_fetch_sub_explicit(&lock, FREE, memory_order_acquire) != FREE; tries++) {
        atomic_fetch_add_explicit(&lock, FREE, memory_order_relaxed);
        __VERIFIER_assume(tries < TRIES && atomic_load_explicit(&lock, memory_order_relaxed) == FREE);
    }
}

static void *reader(void *arg) {
    read_lock();
    assert(data >= 0 && data <= WRITERS);
    atomic_fetch_add_explicit(&lock, 1, READ_UNLOCK);
    return arg;
}

static void *writer(void *arg) {
    write_lock();
    data++;
    atomic_fetch_add_explicit(&lock, FREE, WRITE_UNLOCK);
    return arg;
}

int main(void) {
    pthread_t threads[READERS + WRITERS];
    for (int i = 0; i < READERS + WRITERS; i++)
        pthread_create(&threads[i], NULL, i < READERS ? reader : writer, NULL);
    for (int i = 0; i < READERS + WRITERS; i++)
        pthread_join(threads[i], NULL);
    assert(data == WRITERS);
    return 0;
}
