//@ check --context-switches 1: data-race line=@read|@write other=@read|@write graph-only
//@ check --preemptions 0: data-race line=@read|@write other=@read|@write graph-only
//@ check --rounds 0: data-race line=@read|@write other=@read|@write graph-only
//@ check --rounds 1: data-race line=@read|@write other=@read|@write graph-only
// Main starts the writer, and the reader's access comes after one switch, at main's join, or in the next thread of the round: the accesses are
// unordered whatever comes between.
#include <pthread.h>
#include <stddef.h>

static int x;

static void *writes(void *arg)
{
    x = 1; /*@write*/
    return arg;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, writes, NULL);
    int seen = x; /*@read*/
    pthread_join(a, NULL);
    return seen == 7;
}
