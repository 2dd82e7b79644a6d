//@ check: safe
// A log is changed for another one while a thread writes to it: freopen locks the stream, like all that works on one.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>

static FILE *out;

static void *one(void *arg)
{
    assert(freopen("/tmp/log.1", "w", out) == out);
    return arg;
}

static void *two(void *arg)
{
    assert(fputs("1", out) >= 0);
    return arg;
}

int main(void)
{
    struct stat status;
    out = fopen("/tmp/log.0", "w");
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(fclose(out) == 0);
    assert(stat("/tmp/log.1", &status) == 0);
#ifdef ONE
    assert(status.st_size == 1); /*@size*/
#else
    long size = status.st_size;
    assert(stat("/tmp/log.0", &status) == 0 && status.st_size + size == 1);
#endif
    return 0;
}
