// A thread is cancelled while it waits for a condition, and ends with the mutex, since it has no cleanup handler for that.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items, taken;

static void *consumer(void *unused)
{
    char *scratch = malloc(16);
    pthread_cleanup_push(free, scratch);
    pthread_mutex_lock(&lock);
    while (!items)
        pthread_cond_wait(&filled, &lock);
    taken++;
    pthread_mutex_unlock(&lock);
    pthread_cleanup_pop(1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, consumer, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    pthread_mutex_lock(&lock);
    int rest = items - taken;
    pthread_mutex_unlock(&lock);
    return rest > 0;
}
