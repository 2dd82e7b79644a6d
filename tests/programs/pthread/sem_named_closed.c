//@ check: sync-misuse line=@here
// The worker has not gone on when its semaphore is closed.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t *jobs, *done;

static void *worker(void *arg) {
    sem_post(done);
    sem_wait(jobs); /*@here*/
    return arg;
}

int main(void) {
    pthread_t a;
    jobs = sem_open("/jobs", O_CREAT, 0644, 1);
    done = sem_open("/done", O_CREAT, 0644, 0);
    pthread_create(&a, NULL, worker, NULL);
    sem_wait(done);
    sem_close(jobs);
    pthread_join(a, NULL);
    return 0;
}
