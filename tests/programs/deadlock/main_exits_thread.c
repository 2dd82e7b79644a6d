//@ check: deadlock
// pthread_exit in main ends main only; the process waits for the others.
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
    pthread_exit(NULL);
}
