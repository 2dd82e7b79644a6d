//@ check: data-race line=@plain|@locked
// A locked instruction is atomic; a plain read beside it is not.
#include <pthread.h>

static volatile int n;

static void *worker(void *arg)
{
    __asm__ __volatile__("lock; incl %0" : "+m"(n)); /*@locked*/
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int seen = n; /*@plain*/
    pthread_join(t, 0);
    return seen > 1;
}
