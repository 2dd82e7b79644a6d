//@ check: data-race
// putc_unlocked is for who has locked the stream; nobody has.
#include <pthread.h>
#include <stdio.h>

#ifndef PUT
#define PUT putc_unlocked('a', out)
#endif
#ifndef OPEN
#define OPEN fopen("/tmp/log", "w")
#endif
#ifdef LOCKED
#define LOCK flockfile(out)
#define UNLOCK funlockfile(out)
#else
#define LOCK (void)0
#define UNLOCK (void)0
#endif

static FILE *out;

static void *one(void *arg)
{
    LOCK;
    PUT;
    PUT;
    UNLOCK;
    return arg;
}

static void *two(void *arg)
{
    fprintf(out, "%d\n", 1);
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
