// Two detached workers wait for jobs, and there is one; main does not tell them to stop.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int jobs, stop;

static void *worker(void *arg)
{
    pthread_mutex_lock(&lock);
    while (jobs == 0 && !stop)
        pthread_cond_wait(&changed, &lock);
    if (jobs > 0)
        jobs--;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    for (int i = 0; i < 2; i++) {
        pthread_t one;
        pthread_create(&one, NULL, worker, NULL);
        pthread_detach(one);
    }
    pthread_mutex_lock(&lock);
    jobs = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}
