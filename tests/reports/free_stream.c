// A worker writes to a log that main has closed.
#include <pthread.h>
#include <stdio.h>

static FILE *out;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
    pthread_mutex_lock(&lock);
    fputs("bye\n", out);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t thread;
    out = fopen("log", "w");
    pthread_create(&thread, NULL, worker, NULL);
#ifdef FIX
    pthread_join(thread, NULL);
#endif
    pthread_mutex_lock(&lock);
    fclose(out);
    pthread_mutex_unlock(&lock);
#ifndef FIX
    pthread_join(thread, NULL);
#endif
    return 0;
}
