//@ check: data-race line=@add other=@read
//@ check --explorer source: data-race line=@add other=@read
//@ check --explorer optimal: data-race line=@add other=@read
//@ check --explorer observers: data-race line=@add other=@read
//@ check --explorer rf: data-race line=@add other=@read
//@ check --explorer rvf: data-race line=@add other=@read
//@ check --explorer vc: data-race line=@add other=@read
//@ check --explorer dc: data-race line=@add other=@read
//@ check --explorer unfolding --races report: data-race line=@add other=@read
// Nothing orders the addition of `adds` with the plain read, if it comes between that and the addition of `main`. If it comes before, the read
// is a visible operation, and comes after it; if it comes after that of `main`, which has joined `reads`, it comes after the read.
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
    return old == 7 ? NULL : arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, adds, NULL);
    pthread_create(&b, NULL, reads, NULL);
    pthread_join(b, NULL);
    atomic_fetch_add(&v, 1);
    pthread_join(a, NULL);
    return 0;
}
