//@ cflags: -mcx16
//@ check --stub counts=0: incomplete limit=reuse
//@ check --stub counts=1: safe
// A mailbox with a version beside the pointer, exchanged as a whole. Whoever takes a message out frees it, and puts a
// new one in: malloc may give the same address. Only a version that is counted up tells the two apart.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct box {
    char *message;
    long version;
};

static _Atomic(struct box) box;

// 1: versions are counted.
int counts(void);

static struct box next(struct box seen, char *message)
{
    return (struct box){message, seen.version + (counts() == 1)};
}

static void *cancel(void *seen)
{
    struct box expected = *(struct box *)seen;
    if (atomic_compare_exchange_strong(&box, &expected, next(expected, NULL)))
        free(expected.message);
    return NULL;
}

int main(void)
{
    struct box first = {malloc(16), 0}, empty;
    atomic_store(&box, first);
    pthread_t thread;
    pthread_create(&thread, NULL, cancel, &first);
    struct box got = first;
    if (atomic_compare_exchange_strong(&box, &got, next(got, NULL))) {
        free(got.message);
        empty = atomic_load(&box);
        atomic_store(&box, next(empty, malloc(16)));
    }
    pthread_join(thread, NULL);
    free(atomic_load(&box).message);
    return 0;
}
