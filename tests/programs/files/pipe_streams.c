//@ check: safe
// Lines through a pipe: a stream at each end.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int ends[2];

static void *writer(void *arg)
{
    FILE *out = fdopen(ends[1], "w");
    fprintf(out, "first %d\n", 1);
    fputs("second\n", out);
    fclose(out);
    return arg;
}

int main(void)
{
    pthread_t thread;
    char line[20];
    pipe(ends);
    pthread_create(&thread, NULL, writer, NULL);
    FILE *in = fdopen(ends[0], "r");
    assert(fgets(line, sizeof line, in) && strcmp(line, "first 1\n") == 0);
    assert(fgets(line, sizeof line, in) && strcmp(line, "second\n") == 0);
    assert(!fgets(line, sizeof line, in) && feof(in));
    fclose(in);
    pthread_join(thread, NULL);
    return 0;
}
