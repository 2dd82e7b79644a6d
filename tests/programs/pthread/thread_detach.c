//@ check: safe executions=1
// Main is told by a semaphore that the detached thread is done.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t s;
static int value;

static void *worker(void *arg) {
    value = 1;
    sem_post(&s);
    return arg;
}

int main(void) {
    pthread_t a;
    sem_init(&s, 0, 0);
    pthread_create(&a, NULL, worker, NULL);
    assert(pthread_detach(a) == 0);
    sem_wait(&s);
    assert(value == 1);
    return 0;
}
