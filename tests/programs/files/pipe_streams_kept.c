//@ check: deadlock
// As pipe_streams.c, but the writer waits for an answer before it flushes.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2], answers[2];

static void *writer(void *arg)
{
    char byte;
    FILE *out = fdopen(ends[1], "w");
    fputs("question\n", out);
    read(answers[0], &byte, 1);
    fclose(out);
    return arg;
}

int main(void)
{
    pthread_t thread;
    char line[20];
    pipe(ends);
    pipe(answers);
    pthread_create(&thread, NULL, writer, NULL);
    FILE *in = fdopen(ends[0], "r");
    fgets(line, sizeof line, in);
    write(answers[1], "a", 1);
    pthread_join(thread, NULL);
    fclose(in);
    return 0;
}
