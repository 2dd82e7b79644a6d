//@ check: deadlock
// Joining a thread that waits for ever.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t s;

static void *worker(void *arg) {
    sem_wait(&s);
    return arg;
}

int main(void) {
    pthread_t a;
    sem_init(&s, 0, 0);
    pthread_create(&a, NULL, worker, NULL);
    pthread_join(a, NULL);
    return 0;
}
