//@ check: safe executions=2
//@ check --model rc11: safe executions=2
//@ check --races explore: safe executions=2
//@ check --explorer states: safe
// A reading that fails leaves what it has read with the caller, but the next one writes that anew: it counts as a wait.
#include "spin.h"

static struct { atomic_int seq, one, two; } cell;

static void snapshot(int *x, int *y)
{
    int before;
    do {
        before = atomic_load(&cell.seq);
        *x = atomic_load(&cell.one);
        *y = atomic_load(&cell.two);
    } while (before % 2 || atomic_load(&cell.seq) != before);
}

static void *body(void *arg)
{
    int x, y;
    snapshot(&x, &y);
    assert(x == y);
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    atomic_store(&cell.seq, 1);
    atomic_store(&cell.one, 7);
    atomic_store(&cell.two, 7);
    atomic_store(&cell.seq, 2);
    pthread_join(other, NULL);
    return 0;
}
