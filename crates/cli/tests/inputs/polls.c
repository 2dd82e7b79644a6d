// Main locks and counts in each round: an execution has as many rounds as it likes, and the first one that is explored has no end.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int ready, rounds;

static void *set(void *arg)
{
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t thread;
    int seen = 0;
    pthread_create(&thread, 0, set, 0);
    while (!seen) {
        pthread_mutex_lock(&mutex);
        seen = ready;
        if (++rounds < 0)
            seen = 1;
        pthread_mutex_unlock(&mutex);
    }
    return pthread_join(thread, 0);
}
