//@ check: sync-misuse line=@kill
//@ check --explorer rf: sync-misuse line=@kill
//@ check --explorer rvf: sync-misuse line=@kill
//@ check --explorer unfolding: sync-misuse line=@kill
// One thread asks for another one while main joins that.
#include <pthread.h>
#include <signal.h>

static pthread_t t[2];

static void *ends(void *arg)
{
    return arg;
}

static void *kills(void *arg)
{
    pthread_kill(t[0], 0); /*@kill*/
    return arg;
}

int main(void)
{
    pthread_create(&t[0], 0, ends, 0);
    pthread_create(&t[1], 0, kills, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
