//@ check: data-race line=@read other=@write
//@ check --explorer source --model sc: data-race line=@read other=@write
//@ check --explorer optimal --model sc: data-race line=@read other=@write
//@ check --explorer observers --model sc: data-race line=@read other=@write
//@ check --explorer rf --model sc: data-race line=@read other=@write
//@ check --explorer rvf --model sc: data-race line=@read other=@write
//@ check --explorer vc --model sc: data-race line=@read other=@write
//@ check --explorer dc --model sc: data-race line=@read other=@write
//@ check --explorer unfolding --races report --model sc: data-race line=@read other=@write
// The attempt fails between the lock and the unlock of the other thread, and `data` is read. Nothing that this thread does after that, and before
// it has come to its end, can be seen by the other one, whose write comes after its unlock: so nothing orders the two. If the attempt succeeds
// `data` is not read.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int between;
static int data;

static void *tries(void *arg)
{
    if (pthread_mutex_trylock(&m) != 0)
        return data == 7 ? NULL : arg; /*@read*/
    pthread_mutex_unlock(&m);
    return arg;
}

static void *holds(void *arg)
{
    pthread_mutex_lock(&m);
    atomic_store(&between, 1);
    pthread_mutex_unlock(&m);
    atomic_store(&between, 2);
    data = 1; /*@write*/
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, tries, NULL);
    pthread_create(&b, NULL, holds, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
