//@ check: data-race line=@a|@b
// Two threads fill one buffer.
#include <pthread.h>
#include <setjmp.h>

static jmp_buf mark;

static void *worker(void *arg)
{
    if (setjmp(mark)) /*@a*/
        return arg;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    if (setjmp(mark)) /*@b*/
        return 1;
    pthread_join(t, 0);
    return 0;
}
