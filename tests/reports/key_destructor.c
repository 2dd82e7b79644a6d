// The statistics of a thread are added up at its end, without the lock.
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static long total;

static void add_up(void *value)
{
    total += *(long *)value;
    free(value);
}

static void *worker(void *arg)
{
    long *mine = malloc(sizeof *mine);
    *mine = 1;
    pthread_setspecific(key, mine);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_key_create(&key, add_up);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
