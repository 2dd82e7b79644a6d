//@ check: uninitialised-read line=@sleeps
// How long the thread sleeps is undefined: a number is stored that has no value.
#include <time.h>
#include "spin.h"

static void *body(void *arg)
{
    long unset;
    struct timespec d;
    d.tv_sec = 0;
    d.tv_nsec = unset;
    nanosleep(&d, NULL); /*@sleeps*/
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    pthread_join(other, NULL);
    return 0;
}
