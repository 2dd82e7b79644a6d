//@ check: use-after-free
//@ check --model rc11: use-after-free
//@ check --explorer rvf: use-after-free
// Nothing orders the read and the free: whichever comes second is found out.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) top;
static int seen;

static void *reads(void *arg)
{
    int *mine = atomic_load(&top);
    if (mine)
        seen = *mine;
    return arg;
}

static void *frees(void *arg)
{
    int *mine = atomic_exchange(&top, NULL);
    free(mine);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    int *p = malloc(sizeof *p);
    *p = 1;
    atomic_store(&top, p);
    pthread_create(&b, NULL, frees, NULL);
    pthread_create(&a, NULL, reads, NULL);
    pthread_join(b, NULL);
    pthread_join(a, NULL);
    return 0;
}
