// A reference count that is taken after it was seen to be above zero.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
    atomic_int refs;
    size_t size;
    unsigned char data[];
};

static struct buffer *shared;

static struct buffer *get(struct buffer *b)
{
    if (atomic_load(&b->refs) == 0)
        return NULL;
    atomic_fetch_add(&b->refs, 1);
    return b;
}

static void put(struct buffer *b)
{
    if (atomic_fetch_sub(&b->refs, 1) == 1)
        free(b);
}

static void *user(void *arg)
{
    struct buffer *b = get(shared);
    if (b) {
        memset(b->data, 0, b->size);
        put(b);
    }
    return arg;
}

int main(void)
{
    pthread_t u;
    shared = malloc(sizeof *shared + 16);
    atomic_init(&shared->refs, 1);
    shared->size = 16;
    pthread_create(&u, NULL, user, NULL);
    put(shared);
    pthread_join(u, NULL);
    return 0;
}
