//@ check: sync-misuse line=@cancel
//@ check --explorer naive: sync-misuse line=@cancel
//@ check --explorer optimal: sync-misuse line=@cancel
//@ check --explorer source: sync-misuse line=@cancel
//@ check --explorer rf: sync-misuse line=@cancel
//@ check --explorer states: sync-misuse line=@cancel
//@ check --explorer prefix: sync-misuse line=@cancel
// Whether the thread has been joined when it is cancelled is open.
#include <pthread.h>

static pthread_t t[2];

static void *ends(void *arg)
{
    return arg;
}

static void *joins(void *arg)
{
    pthread_join(t[0], 0);
    return arg;
}

int main(void)
{
    pthread_create(&t[0], 0, ends, 0);
    pthread_create(&t[1], 0, joins, 0);
    pthread_cancel(t[0]); /*@cancel*/
    pthread_join(t[1], 0);
    return 0;
}
