//@ check: safe
// As in flush_all_waits_for_input.c; but it is flushed once the thread has read.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *reads(void *arg)
{
    char line[10];
    fgets(line, sizeof line, stdin);
    return arg;
}

int main(void)
{
    int ends[2];
    pthread_t thread;
    pipe(ends);
    dup2(ends[0], 0);
    pthread_create(&thread, NULL, reads, NULL);
    write(ends[1], "x\n", 2);
    fflush(NULL);
    pthread_join(thread, NULL);
    return 0;
}
