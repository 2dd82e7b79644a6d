//@ check: data-race line=@read|@write other=@read|@write
//@ check --model sc: data-race line=@read|@write other=@read|@write
//@ check --model tso: data-race line=@read|@write other=@read|@write
//@ check --model pso: data-race line=@read|@write other=@read|@write
//@ check --model ra: data-race line=@read|@write other=@read|@write
//@ check --model rc11: data-race line=@read|@write other=@read|@write
//@ check --explorer source: data-race line=@read|@write other=@read|@write
//@ check --explorer optimal: data-race line=@read|@write other=@read|@write
//@ check --explorer unfolding --races report: data-race line=@read|@write other=@read|@write
//@ check --explorer rvf: data-race line=@read|@write other=@read|@write
//@ check --explorer vc: data-race line=@read|@write other=@read|@write
// As in orders_nothing.c, a try that fails tells that `data` was written and orders nothing. But one of the two accesses to `data` is plain
// and the other one atomic, and `data` was accessed atomically before: so the plain access is an event. It does not synchronise: that
// main reads what the other thread has written does not order them. There is no execution in which main reads first.
#include <pthread.h>
#include <stddef.h>

static int data;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *before(void *arg)
{
    __atomic_store_n(&data, 0, __ATOMIC_SEQ_CST);
    return arg;
}

static void *holds(void *arg)
{
#ifdef READS_PLAINLY
    __atomic_store_n(&data, 1, __ATOMIC_SEQ_CST); /*@write*/
#else
    data = 1; /*@write*/
#endif
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    int seen = 0;
    pthread_create(&a, NULL, before, NULL);
    pthread_join(a, NULL);
    pthread_create(&b, NULL, holds, NULL);
    if (pthread_mutex_trylock(&m) == 0)
        pthread_mutex_unlock(&m);
    else
#ifdef READS_PLAINLY
        seen = data; /*@read*/
#else
        seen = __atomic_load_n(&data, __ATOMIC_SEQ_CST); /*@read*/
#endif
    pthread_join(b, NULL);
    return seen > 1;
}
