//@ check: safe
// A pool whose threads wait for work for ever, and are cancelled at the end.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t *jobs, *done;

static void *worker(void *arg) {
    for (int i = 0; i < 2; i++) {
        sem_wait(jobs);
        sem_post(done);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    int value;
    jobs = sem_open("/jobs", O_CREAT, 0600, 0);
    done = sem_open("/done", O_CREAT, 0600, 0);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    sem_post(jobs);
    sem_wait(done);
    pthread_cancel(a);
    pthread_cancel(b);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sem_getvalue(jobs, &value) == 0 && value == 0);
    assert(sem_getvalue(done, &value) == 0 && value == 0);
    sem_unlink("/jobs");
    sem_unlink("/done");
    return 0;
}
