//@ check: assertion line=@fails
// The number is no time, which only `errno` tells.
#include <errno.h>
#include <time.h>
#include "spin.h"

static void *body(void *arg)
{
    struct timespec d = {0, 2000000000};
    nanosleep(&d, NULL);
    assert(errno == 0); /*@fails*/
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    pthread_join(other, NULL);
    return 0;
}
