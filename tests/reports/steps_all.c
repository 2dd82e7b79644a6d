//! --steps all
/* All steps, also those that the race does not need; its two accesses stand last. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int jobs, done, last;

static void *worker(void *arg)
{
    pthread_mutex_lock(&lock);
    jobs++;
    pthread_mutex_unlock(&lock);
    last = 1;
    done++;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return jobs + last != 3;
}
