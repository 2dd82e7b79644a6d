//@ check: liveness
//@ check --explorer optimal: liveness
// x never comes to 5. What the round leaves behind, `prev`, is looked at in the end; so the loop is back
// where it was only before the fence, one round later.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

static void *waiter(void *arg)
{
    int prev = 0;
    for (;;) {
        int now = x;
        if (now >= 5)
            break;
        atomic_thread_fence(memory_order_acquire);
        prev = now;
    }
    return prev ? arg : NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, waiter, NULL);
    x = 3;
    x = 4;
    pthread_join(thread, NULL);
    return 0;
}
