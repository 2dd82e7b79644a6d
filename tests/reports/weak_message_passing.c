// All accesses are atomic, but the flag does not order the message.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum state { EMPTY, FULL };

static atomic_int message;
static _Atomic enum state state;

static void *sender(void *arg)
{
    atomic_store_explicit(&message, 42, memory_order_relaxed);
    atomic_store_explicit(&state, FULL, memory_order_relaxed);
    return arg;
}

static void *receiver(void *arg)
{
    if (atomic_load_explicit(&state, memory_order_acquire) == FULL)
        assert(atomic_load_explicit(&message, memory_order_relaxed) == 42);
    return arg;
}

int main(void)
{
    pthread_t s, r;
    pthread_create(&s, NULL, sender, NULL);
    pthread_create(&r, NULL, receiver, NULL);
    pthread_join(s, NULL);
    pthread_join(r, NULL);
    return 0;
}
