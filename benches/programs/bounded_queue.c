// A bounded queue for many producers and consumers that counts who has begun and who is done: WRITERS threads put one value each, READERS get
// until they find it empty. Who claims a cell by compare-and-swap waits until all before it are done on the other side.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef READERS
#define READERS 3
#endif
#ifndef WRITERS
#define WRITERS 2
#endif
#define SIZE 4

static int cells[SIZE];
// How many reads have begun in the upper half, how many writes in the lower; how many are done.
static atomic_uint begun, reads, writes;

static int *begin_read(void) {
    unsigned seen = atomic_load(&begun);
    do {
        if ((seen & 0xffff) == seen >> 16)
            return NULL;
    } while (!atomic_compare_exchange_weak(&begun, &seen, seen + 0x10000));
    while (atomic_load(&writes) != (seen & 0xffff))
        ;
    return &cells[(seen >> 16) % SIZE];
}

static int *begin_write(void) {
    unsigned seen = atomic_load(&begun);
    do {
        if ((seen & 0xffff) == (seen >> 16) + SIZE)
            return NULL;
    } while (!atomic_compare_exchange_weak(&begun, &seen, seen + 1));
    while (atomic_load(&reads) != seen >> 16)
        ;
    return &cells[(seen & 0xffff) % SIZE];
}

static void *reader(void *arg) {
    for (int *cell; (cell = begin_read()) != NULL; atomic_fetch_add(&reads, 1))
        ++*cell;
    return arg;
}

static void *writer(void *arg) {
    *begin_write() = 1;
    atomic_fetch_add(&writes, 1);
    return arg;
}

int main(void) {
    pthread_t threads[READERS + WRITERS];
    for (int i = 0; i < READERS + WRITERS; i++)
        pthread_create(&threads[i], NULL, i < WRITERS ? writer : reader, NULL);
    for (int i = 0; i < READERS + WRITERS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
