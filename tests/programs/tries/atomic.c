//@ check --model auto: assertion line=@assert
//@ check --model rc11: assertion line=@assert
//@ check --model sc: safe
//@ check --model tso: safe
//@ check --model pso: safe
//@ check --model ra: safe
//@ check --explorer optimal --model sc: safe
//@ check --explorer unfolding --model sc: safe
//@ check --explorer vc --model sc: safe
// All atomic accesses are seq_cst, and yet not everything is sequentially consistent: that the try fails tells that `d` was written, but does not
// order the load after the store. (psc relates the load before the store, as the load reads what the store overwrites; nothing relates the store before
// the load.) Under tso and pso an operation on a mutex is a full barrier; under ra whatever is read synchronises.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int d;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *holds(void *arg)
{
    atomic_store(&d, 1);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, holds, NULL);
    if (pthread_mutex_trylock(&m))
        assert(atomic_load(&d) == 1); /*@assert*/
    else
        pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    return 0;
}
