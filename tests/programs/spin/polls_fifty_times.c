//@ check: safe
//@ check --explorer optimal --model sc: safe
//@ check --explorer states --model sc: safe
// Looks under a lock, fifty times at most, whether the other thread is ready.
#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool ready;

static void *thread(void *arg)
{
    pthread_mutex_lock(&mutex);
    ready = true;
    pthread_mutex_unlock(&mutex);
    return arg;
}

static bool wait(void)
{
    for (int i = 0; i < 50; i++) {
        pthread_mutex_lock(&mutex);
        bool seen = ready;
        pthread_mutex_unlock(&mutex);
        if (seen)
            return true;
        usleep(10);
    }
    return false;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, thread, NULL);
    pthread_create(&threads[1], NULL, thread, NULL);
    wait();
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
}
