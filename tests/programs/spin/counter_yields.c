//@ check --no-symmetry: safe executions=6
//@ check --no-symmetry --explorer optimal: safe executions=6
// How often was tried decides only when to yield: 3! orders of the threads.
#include <sched.h>
#include "spin.h"

static atomic_int lock;
static int count;

static void *body(void *arg)
{
    int tries = 0;
    while (atomic_exchange(&lock, 1)) {
        if (++tries > 3) {
            sched_yield();
            tries = 0;
        }
    }
    count++;
    atomic_store(&lock, 0);
    return arg;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, body, NULL);
    pthread_create(&b, NULL, body, NULL);
    pthread_create(&c, NULL, body, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
