//@ check: liveness line=@round
//@ check --explorer naive: liveness line=@round
//@ check --explorer optimal: liveness line=@round
//@ check --explorer rf: liveness line=@round
//@ check --explorer states: liveness line=@round
//@ check --model rc11: liveness line=@round
// Rounds that change memory back, for ever: what is found is shown again.
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

static void *waits(void *arg)
{
    int *own = calloc(1, sizeof *own);
    do {
        errno = 0;
        *own = 1;
        *own = 0;
    } while (!x); /*@round*/
    free(own);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, waits, 0);
    pthread_join(t, 0);
    return 0;
}
