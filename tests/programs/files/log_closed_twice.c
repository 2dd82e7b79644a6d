//@ check: assertion line=@flushed
// One thread closes a descriptor twice: the second time it may be that of the other one's stream.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *one(void *arg)
{
    int descriptor = open("/tmp/one", O_WRONLY | O_CREAT, 0600);
    FILE *out = fdopen(descriptor, "w");
    fputs("one\n", out);
    fclose(out);
    close(descriptor);
    return arg;
}

static void *two(void *arg)
{
    FILE *out = fopen("/tmp/two", "w");
    fputs("two\n", out);
    assert(fflush(out) == 0); /*@flushed*/
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
