//@ check --model rc11: data-race
// Told 1 and then 2 the thread is where it would be had it read 2 at once. But only so has it read
// plainly and goes on to `z = 1`: told 1 and then 3 it returns. The rounds after that are redundant
// only if what the first of them has done is left out.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define LOAD(a) atomic_load_explicit(&a, memory_order_relaxed)
#define STORE(a, v) atomic_store_explicit(&a, v, memory_order_relaxed)

static atomic_int x, y, z;

#ifdef FREES
static int *_Atomic n;
#else
static int p;
#endif

static void *reader(void *arg)
{
#ifdef FREES
    int *mine = n;
#else
    int *mine = &p;
#endif
    int r = LOAD(x);
    if (r == 1) {
        (void)*(volatile int *)mine;
        r = LOAD(x);
        if (r == 1 || r == 3)
            return arg;
    }
    if (r == 2) {
        (void)LOAD(y);
        (void)LOAD(y);
        (void)LOAD(y);
        r = LOAD(x);
    }
    if (r == 3) {
        (void)LOAD(y);
        STORE(z, 1);
    }
    return arg;
}

static void *writer(void *arg)
{
    STORE(x, 1);
    STORE(x, 2);
    STORE(x, 3);
    if (LOAD(z) == 1)
#ifdef FREES
        free(n);
#else
        p = 3;
#endif
    return arg;
}

int main(void)
{
    pthread_t a, b;
#ifdef FREES
    n = calloc(1, sizeof *n);
#endif
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
