//@ check: safe executions=2
//@ check --model rc11: safe executions=2
//@ check --explorer states: safe
// As seqlock_by_pointer.c, into a structure that nobody else sees; half a word of it is written in no round, and another one is read where a round begins only.
#include "spin.h"

static atomic_int seq, one, two;

static void *body(void *arg)
{
    struct { int kept, one; long two; } read = {1, 2, 3};
    int before;
    do {
        before = atomic_load(&seq);
        read.one = atomic_load(&one);
        read.two = atomic_load(&two);
    } while (before % 2 || atomic_load(&seq) != before);
    assert(read.one == read.two);
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
