//@ check: safe executions=0 blocked=1 note=abandoned
// Once main has returned, waiting is no deadlock: the process is gone.
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *worker(void *arg) {
    sem_wait(&never);
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&never, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    return 0;
}
