//@ check: safe executions=1
// How long is slept does not matter, and grows without bound.
#include "spin.h"
#include <unistd.h>

static atomic_int flag;

static void *body(void *arg)
{
    unsigned pause = 1;
    while (!atomic_load(&flag)) {
        usleep(pause);
        pause *= 2;
    }
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
