//@ check: assertion line=@flushed
// One thread closes the descriptor under a stream of which nobody reads the file; the other one's flush fails with EBADF then.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#ifndef DOES
#define DOES close(fileno(out))
#endif

static FILE *out;

static void *one(void *arg)
{
    DOES;
    return arg;
}

static void *two(void *arg)
{
    fputs("x", out);
#ifdef ASKS
    assert(!ferror(out)); /*@asked*/
#else
    assert(fflush(out) == 0); /*@flushed*/
#endif
    return arg;
}

int main(void)
{
    out = fopen("/tmp/log", "w");
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
