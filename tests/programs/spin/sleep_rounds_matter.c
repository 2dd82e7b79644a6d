//@ check: assertion line=@fails
// As sleep_longer.c, but how long it has slept decides.
#include <time.h>
#include "spin.h"

static atomic_int flag;

static void *body(void *arg)
{
    struct timespec d = {0, 1000};
    while (!atomic_load(&flag)) {
        nanosleep(&d, NULL);
        if (d.tv_nsec < 1000000)
            d.tv_nsec *= 2;
    }
    assert(d.tv_nsec < 4000); /*@fails*/
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
