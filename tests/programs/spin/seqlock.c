//@ check: safe executions=2
// The reader gets all of the old or all of the new; a reading that fails counts as a wait.
#include "spin.h"

static atomic_int seq, one, two;

static void *body(void *arg)
{
    int before, x, y;
    do {
        before = atomic_load(&seq);
        x = atomic_load(&one);
        y = atomic_load(&two);
    } while (before % 2 || atomic_load(&seq) != before);
    assert(x == y);
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    atomic_store(&seq, 1);
    atomic_store(&one, 7);
    atomic_store(&two, 7);
    atomic_store(&seq, 2);
    pthread_join(other, NULL);
    return 0;
}
