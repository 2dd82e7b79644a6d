//@ check: sync-misuse|use-after-free
// A job is finished by a worker; whoever waits for it frees it.
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct job {
    pthread_mutex_t lock;
    bool finished;
};

static void *worker(void *arg) {
    struct job *job = arg;
    pthread_mutex_lock(&job->lock);
    job->finished = true;
    pthread_mutex_unlock(&job->lock);
    return NULL;
}

int main(void) {
    pthread_t thread;
    struct job *job = malloc(sizeof *job);
    pthread_mutex_init(&job->lock, NULL);
    job->finished = false;
    pthread_create(&thread, NULL, worker, job);
    pthread_mutex_destroy(&job->lock);
    free(job);
    pthread_join(thread, NULL);
    return 0;
}
