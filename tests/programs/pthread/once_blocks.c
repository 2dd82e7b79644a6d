//@ check: deadlock
// The routine waits for a thread that waits for the routine.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_t a;
static sem_t started;

static void init(void) {
    pthread_join(a, NULL);
}

static void *worker(void *arg) {
    sem_wait(&started);
    pthread_once(&once, init);
    return arg;
}

int main(void) {
    sem_init(&started, 0, 0);
    pthread_create(&a, NULL, worker, NULL);
    sem_post(&started);
    pthread_once(&once, init);
    return 0;
}
