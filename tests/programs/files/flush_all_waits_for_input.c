//@ check: deadlock
//@ check --stub all=0: deadlock
// A thread reads standard input, which is a pipe, and has its lock meanwhile: who flushes that stream, or all, waits for it.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

extern int all(void) __attribute__((weak));

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
    fflush(all && !all() ? stdin : NULL);
    write(ends[1], "x\n", 2);
    pthread_join(thread, NULL);
    return 0;
}
