//@ check: data-race line=@add other=@read
//@ check --explorer source: data-race line=@add other=@read
//@ check --explorer optimal: data-race line=@add other=@read
//@ check --explorer observers: data-race line=@add other=@read
//@ check --explorer rf: data-race line=@add other=@read
//@ check --explorer rvf: data-race line=@add other=@read
//@ check --explorer vc: data-race line=@add other=@read
//@ check --explorer dc: data-race line=@add other=@read
//@ check --explorer unfolding --races report: data-race line=@add other=@read
// If the addition comes first, the plain read comes after an atomic write and is a visible operation; if it comes last, the read is none. An
// execution that was explored in one order is to be shown in the other. Nothing orders the two: the addition only if it reads what the
// store wrote, which comes after the plain read.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int v;

static void *adds(void *arg)
{
    atomic_fetch_add(&v, 1); /*@add*/
    return arg;
}

static void *reads(void *arg)
{
    pthread_mutex_lock(&m);
    int old = *(int *)&v; /*@read*/
    atomic_store(&v, 2);
    pthread_mutex_unlock(&m);
    return old == 7 ? NULL : arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, adds, NULL);
    pthread_create(&b, NULL, reads, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
