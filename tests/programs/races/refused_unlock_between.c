//@ check: data-race line=@a|@b other=@a|@b
//@ check --explorer vc: data-race line=@a|@b other=@a|@b
//@ check --explorer dc: data-race line=@a|@b other=@a|@b
//@ check --explorer rvf: data-race line=@a|@b other=@a|@b
// The second unlock is refused. If it comes before the lock, the two accesses are ordered; if not, they race.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static int x;

static void *first(void *arg)
{
    pthread_mutex_unlock(&m);
    x++; /*@a*/
    pthread_mutex_unlock(&m);
    return arg;
}

static void *second(void *arg)
{
    pthread_mutex_lock(&m);
    x++; /*@b*/
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
