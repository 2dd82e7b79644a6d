// A handler frees what a detached thread still uses: `main` has returned.
#include <pthread.h>
#include <stdlib.h>

static char *log_buffer;

static void flush(void)
{
    free(log_buffer);
}

static void *worker(void *arg)
{
    log_buffer[0] = 'x';
    return arg;
}

int main(void)
{
    pthread_t t;
    log_buffer = malloc(8);
    atexit(flush);
    pthread_create(&t, NULL, worker, NULL);
    pthread_detach(t);
    return 0;
}
