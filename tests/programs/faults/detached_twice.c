//@ check: sync-misuse line=@second other=@first thread=0 message="`pthread_detach` of T1 worker, which was detached before"
//@ check --model rc11: sync-misuse line=@second other=@first
//@ cflags: -O1
// The handle of a detached thread means nothing any more; the first call is what made the second one a misuse.
#include <pthread.h>

static void *worker(void *arg)
{
    return arg;
}

static void release(pthread_t t)
{
    pthread_detach(t); /*@first*/
}

int main(void)
{
    pthread_t w;
    pthread_create(&w, NULL, worker, NULL);
    release(w);
    pthread_detach(w); /*@second*/
    return 0;
}
