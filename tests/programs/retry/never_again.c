//@ check: liveness line=@wait
// The same loop, peeled, of which nothing makes an end: a wait, not a redundant round.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x = 1;

static void *body(void *arg)
{
    x = 2;
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    int a = x;
    while (a)
        a = x; /*@wait*/
    pthread_join(other, NULL);
    return 0;
}
