//@ check --explorer prefix: safe
//@ check --explorer states: safe
// A thread is given its number as `void *`, which is no address: what loops allocate is renamed all the same. So it is where the ends of a block are
// compared, and one is subtracted from the other.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int stop, total;
static long where;

static void fill(int *into, int number)
{
    into[0] = number;
}

static int sum(const char *from, const char *end)
{
    int all = 0;
    while (from < end)
        all += *from++;
    return all;
}

static void *worker(void *arg)
{
    int number = (int)(long)arg;
    for (;;) {
        int local[2];
        char *block = malloc(4);
        memset(block, number, 4);
        fill(local, number);
        char *found = memchr(block, number, 4);
        pthread_mutex_lock(&mutex);
        total = sum(block, block + 4) + local[0];
        where = found - block;
        int ends = stop;
        pthread_mutex_unlock(&mutex);
        free(block);
        if (ends)
            return 0;
    }
}

int main(void)
{
    pthread_t workers[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&workers[i], 0, worker, (void *)i);
    pthread_mutex_lock(&mutex);
    stop = 1;
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 2; i++)
        pthread_join(workers[i], 0);
    return 0;
}
