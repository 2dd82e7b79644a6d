//@ check: deadlock
// One thread locks a stream by hand, then a mutex; another one the mutex, then writes. Nobody reads what is written, but who writes waits.
#include <pthread.h>
#include <stdio.h>

#ifndef OPEN
#define OPEN fopen("/tmp/log", "w")
#endif
#ifndef CALL
#define CALL fprintf(out, "x")
#endif

static FILE *out;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *arg)
{
    flockfile(out);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    funlockfile(out);
    return arg;
}

static void *two(void *arg)
{
    pthread_mutex_lock(&mutex);
    CALL;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    out = OPEN;
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
