//@ check: safe executions=2
//@ check --leaks ignore: safe note=none
//@ check --leaks fault: leak line=@lost thread=1 message="`box` (4 bytes) is never freed"
//@ check --leaks fault --explorer source: leak line=@lost
//@ check --leaks fault --explorer unfolding: leak line=@lost
//@ check --leaks fault --model rc11: leak line=@lost graph-only
//@ check --leaks fault --keep-going: leak line=@lost faults=1
// What is allocated is freed by `main` only if the other thread was quick enough: of two executions one loses it. (Two executions:
// `main` reads the pointer before it is published, or after.)
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) published;

static void *maker(void *unused)
{
    (void)unused;
    int *box = malloc(sizeof *box); /*@lost*/
    published = box;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, maker, 0);
    int *seen = published;
    pthread_join(t, 0);
    free(seen);
    return 0;
}
