//@ check: safe executions=1
// These do not wait for a stream that is locked by hand, as glibc's do not (natively, this ends): there is nothing to write or to read.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static FILE *stream, *out;

static void *calls(void *arg)
{
    char line[8] = "x";
    int number;
    assert(fwrite(line, 1, 0, stream) == 0);
    assert(fwrite(line, 0, 1, stream) == 0);
    assert(fread(line, 1, 0, stream) == 0);
    assert(fread(line, 0, 1, stream) == 0);
    assert(fgets(line, 1, stream) == line && !*line);
    assert(ungetc(EOF, stream) == EOF);
    assert(fileno(stream) >= 0);
    assert(!ferror_unlocked(stream) && !feof_unlocked(stream));
    clearerr_unlocked(stream);
    if (stream == out)
        assert(fscanf(stream, "%d", &number) == EOF && errno == EBADF);
    return arg;
}

static void each(FILE *of)
{
    pthread_t thread;
    stream = of;
    flockfile(stream);
    pthread_create(&thread, NULL, calls, NULL);
    pthread_join(thread, NULL);
    funlockfile(stream);
}

int main(void)
{
    out = fopen("/tmp/log", "w");
    each(out);
    assert(!ferror(out));
    fclose(out);
    each(stdin);
    each(stdout);
    each(stderr);
    return 0;
}
