// Two streams are locked by hand, each by a thread that then writes to the other one.
#include <pthread.h>
#include <stdio.h>

static FILE *left, *right;

static void *worker(void *arg)
{
    flockfile(right);
    fputs("to the left\n", left);
    funlockfile(right);
    return arg;
}

int main(void)
{
    pthread_t thread;
    left = fopen("left", "w+");
    right = fopen("right", "w+");
    pthread_create(&thread, NULL, worker, NULL);
    flockfile(left);
    fputs("to the right\n", right);
    funlockfile(left);
    pthread_join(thread, NULL);
    fclose(left);
    fclose(right);
    return 0;
}
