//@ check: liveness line=@one message="`seq` to change from 1"
// The writer forgets to end.
#include "spin.h"

static atomic_int seq, one;

static void *body(void *arg)
{
    int before;
    do {
        before = atomic_load(&seq);
        (void)atomic_load(&one); /*@one*/
    } while (before % 2 || atomic_load(&seq) != before);
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    atomic_store(&seq, 1);
    atomic_store(&one, 7);
    pthread_join(other, NULL);
    return 0;
}
