// The read-write lock that Linux had on x86, without a bound on the tries: a reader, a writer, and BOTH threads that read, then write. Who
// finds the lock taken puts back what it took, waits until it looks free, and tries again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef BOTH
#define BOTH 1
#endif
#define FREE 0x100000

static atomic_int lock = FREE;
static int data;

static void read_lock(void) {
    while (atomic_fetch_sub(&lock, 1) <= 0) {
        atomic_fetch_add(&lock, 1);
        while (atomic_load(&lock) <= 0)
            ;
    }
}

static void write_lock(void) {
    while (atomic_fetch_sub(&lock, FREE) != FREE) {
        atomic_fetch_add(&lock, FREE);
        while (atomic_load(&lock) != FREE)
            ;
    }
}

static void *reader(void *arg) {
    read_lock();
    assert(data >= 0 && data <= 1 + BOTH);
    atomic_fetch_add(&lock, 1);
    return arg;
}

static void *writer(void *arg) {
    write_lock();
    data++;
    atomic_fetch_add(&lock, FREE);
    return arg;
}

static void *both(void *arg) {
    reader(arg);
    return writer(arg);
}

int main(void) {
    pthread_t threads[2 + BOTH];
    pthread_create(&threads[0], NULL, reader, NULL);
    pthread_create(&threads[1], NULL, writer, NULL);
    for (int i = 0; i < BOTH; i++)
        pthread_create(&threads[2 + i], NULL, both, NULL);
    for (int i = 0; i < 2 + BOTH; i++)
        pthread_join(threads[i], NULL);
    assert(data == 1 + BOTH);
    return 0;
}
