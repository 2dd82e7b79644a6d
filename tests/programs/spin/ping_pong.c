//@ check: safe executions=1
// Each waits for the other, three times: there is only one order.
#include "spin.h"

static atomic_int turn;

static void *body(void *arg)
{
    for (int i = 0; i < 3; i++) {
        while (atomic_load(&turn) != 1)
            ;
        atomic_store(&turn, 0);
    }
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    for (int i = 0; i < 3; i++) {
        while (atomic_load(&turn) != 0)
            ;
        atomic_store(&turn, 1);
    }
    pthread_join(other, NULL);
    return 0;
}
