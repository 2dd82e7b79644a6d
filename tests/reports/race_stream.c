// A log is closed, to begin a new one, while another thread is about to write to it.
#include <pthread.h>
#include <stdio.h>

static FILE *out;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
    pthread_mutex_lock(&lock);
    FILE *stream = out;
#ifndef FIX
    pthread_mutex_unlock(&lock);
#endif
    fprintf(stream, "request %d\n", 1);
#ifdef FIX
    pthread_mutex_unlock(&lock);
#endif
    return arg;
}

int main(void)
{
    pthread_t thread;
    out = fopen("log", "w");
    pthread_create(&thread, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    fclose(out);
    out = fopen("log.1", "w");
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    fclose(out);
    return 0;
}
