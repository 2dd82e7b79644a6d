//@ check --unroll 2: incomplete limit=unroll
// Here somebody does: each number of tries is another execution.
#include "spin.h"

static atomic_int flag;
static int tries_seen;

static void *body(void *arg)
{
    int tries = 0;
    while (!atomic_load(&flag))
        tries++;
    tries_seen = tries;
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    atomic_store(&flag, 1);
    pthread_join(other, NULL);
    return 0;
}
