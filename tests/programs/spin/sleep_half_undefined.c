//@ check: uninitialised-read
// Only one of the two numbers is set.
#include <time.h>
#include "spin.h"

static void *body(void *arg)
{
    struct timespec d;
    d.tv_nsec = 1000;
    nanosleep(&d, NULL);
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    pthread_join(other, NULL);
    return 0;
}
