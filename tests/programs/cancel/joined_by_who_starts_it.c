//@ check: sync-misuse line=@cancel
//@ check --explorer rf: sync-misuse line=@cancel
//@ check --explorer rvf: sync-misuse line=@cancel
//@ check --explorer unfolding: sync-misuse line=@cancel
// One thread cancels another one while main joins that.
#include <pthread.h>

static pthread_t t[2];

static void *ends(void *arg)
{
    return arg;
}

static void *cancels(void *arg)
{
    pthread_cancel(t[0]); /*@cancel*/
    return arg;
}

int main(void)
{
    pthread_create(&t[0], 0, ends, 0);
    pthread_create(&t[1], 0, cancels, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
