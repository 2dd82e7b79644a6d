// An own read-write lock whose readers add themselves, and take that back if a writer is there. They unlock relaxed: a data race.
#include <pthread.h>
#include <stdatomic.h>

#define WRITER 0x80000000U

static atomic_uint state, waiting;
static int data;

static void *writer(void *arg)
{
    atomic_fetch_add_explicit(&waiting, 1, memory_order_relaxed);
    for (;;) {
        unsigned nobody = 0;
        if (atomic_compare_exchange_strong_explicit(&state, &nobody, WRITER, memory_order_acquire, memory_order_relaxed))
            break;
    }
    atomic_fetch_sub_explicit(&waiting, 1, memory_order_relaxed);
    data++;
    atomic_fetch_and_explicit(&state, ~WRITER, memory_order_release);
    return arg;
}

static void *reader(void *arg)
{
    for (;;) {
        while (atomic_load_explicit(&waiting, memory_order_relaxed))
            ;
        if (!(atomic_fetch_add_explicit(&state, 1, memory_order_acquire) & WRITER))
            break;
        atomic_fetch_sub_explicit(&state, 1, memory_order_relaxed);
    }
    int seen = data;
    (void)seen;
    atomic_fetch_sub_explicit(&state, 1, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], 0, writer, 0);
    for (int i = 1; i < 3; i++)
        pthread_create(&threads[i], 0, reader, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return 0;
}
