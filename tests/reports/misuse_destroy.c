// The lock is destroyed by a thread that does not wait for the other one to release it.
#include <pthread.h>
#include <stdlib.h>

struct job {
    pthread_mutex_t lock;
    unsigned left;
};

static void *worker(void *arg)
{
    struct job *job = arg;
    pthread_mutex_lock(&job->lock);
    job->left--;
    pthread_mutex_unlock(&job->lock);
    return NULL;
}

int main(void)
{
    pthread_t w;
    struct job *job = calloc(1, sizeof *job);
    pthread_mutex_init(&job->lock, NULL);
    pthread_create(&w, NULL, worker, job);
    pthread_mutex_destroy(&job->lock);
    pthread_join(w, NULL);
    free(job);
    return 0;
}
