//@ check: incomplete unsupported=pthread_exit
// `main` leaves, so that the last thread runs what runs at exit. That is not explored, and must not be forgotten.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void at_end(void)
{
    assert(0);
}

static void *body(void *arg)
{
    return arg;
}

int main(void)
{
    pthread_t other;
    atexit(at_end);
    pthread_create(&other, NULL, body, NULL);
    pthread_exit(NULL);
}
