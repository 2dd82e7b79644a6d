/* A sequence lock of three fields whose last store is relaxed. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int host, port, timeout;

#define LOAD(a) atomic_load_explicit(&a, memory_order_relaxed)
#define STORE(a, v) atomic_store_explicit(&a, v, memory_order_relaxed)

static void *writer(void *arg)
{
    unsigned now = LOAD(sequence);
    STORE(sequence, now + 1);
    atomic_thread_fence(memory_order_release);
    STORE(host, 1);
    STORE(port, 2);
    STORE(timeout, 3);
    STORE(sequence, now + 2); /* release */
    return arg;
}

static void *reader(void *arg)
{
    unsigned before, after;
    int all[3];
    do {
        while ((before = atomic_load_explicit(&sequence, memory_order_acquire)) & 1)
            ;
        all[0] = LOAD(host);
        all[1] = LOAD(port);
        all[2] = LOAD(timeout);
        atomic_thread_fence(memory_order_acquire);
        after = LOAD(sequence);
    } while (before != after);
    assert(all[1] == 2 * all[0] && all[2] == 3 * all[0]);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, writer, NULL);
    pthread_create(&threads[1], NULL, reader, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
