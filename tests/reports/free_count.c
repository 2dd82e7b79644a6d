// A reference is taken after the last one was given back: an atomic addition to freed memory.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct buffer {
    atomic_int references;
    int size;
};

static _Atomic(struct buffer *) current;

static void *take(void *arg)
{
    struct buffer *b = atomic_load(&current);
    (void)arg;
    if (b == NULL)
        return NULL;
    atomic_fetch_add(&b->references, 1);
    if (atomic_fetch_sub(&b->references, 1) == 1)
        free(b);
    return NULL;
}

static void *drop(void *arg)
{
    struct buffer *b = atomic_exchange(&current, NULL);
    (void)arg;
    if (atomic_fetch_sub(&b->references, 1) == 1)
        free(b);
    return NULL;
}

int main(void)
{
    pthread_t t, d;
    struct buffer *b = malloc(sizeof *b);
    b->size = 16;
    atomic_init(&b->references, 1);
    atomic_store(&current, b);
    pthread_create(&t, NULL, take, NULL);
    pthread_create(&d, NULL, drop, NULL);
    pthread_join(t, NULL);
    pthread_join(d, NULL);
    return 0;
}
