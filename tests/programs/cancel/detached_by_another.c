//@ check: sync-misuse line=@cancel
//@ check --explorer naive: sync-misuse line=@cancel
//@ check --explorer rf: sync-misuse line=@cancel
//@ check --explorer prefix: sync-misuse line=@cancel
// Whether the thread is detached when it is cancelled is open, and it may have ended.
#include <pthread.h>

static pthread_t t[2];

static void *ends(void *arg)
{
    return arg;
}

static void *detaches(void *arg)
{
    pthread_detach(t[0]);
    return arg;
}

int main(void)
{
    pthread_create(&t[0], 0, ends, 0);
    pthread_create(&t[1], 0, detaches, 0);
    pthread_cancel(t[0]); /*@cancel*/
    pthread_join(t[1], 0);
    return 0;
}
