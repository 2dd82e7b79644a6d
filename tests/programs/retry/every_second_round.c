//@ check: liveness
// The loop does not come back to its head as it left it, but every second time.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

static void *body(void *arg)
{
    for (int turn = 0; !x; turn = !turn)
        if (turn)
            (void)atomic_load(&x);
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    pthread_join(other, NULL);
    return 0;
}
