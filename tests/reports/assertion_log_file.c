// Each record of a log is written by two calls, so that another thread's may come in between. main reads it back.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE *out;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *name)
{
#ifdef FIX
    pthread_mutex_lock(&lock);
#endif
    fprintf(out, "[%s] ", (char *)name);
    fputs("start\n", out);
#ifdef FIX
    pthread_mutex_unlock(&lock);
#endif
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    char line[64];
    out = fopen("log", "w");
    pthread_create(&threads[0], NULL, worker, "a");
    pthread_create(&threads[1], NULL, worker, "b");
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    fclose(out);
    FILE *in = fopen("log", "r");
    fgets(line, sizeof line, in);
    fclose(in);
    assert(strlen(line) == 10);
    return 0;
}
