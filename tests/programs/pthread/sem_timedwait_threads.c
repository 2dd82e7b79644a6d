//@ check: safe executions=2
// The post comes in time, or not.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t s;

static void *worker(void *arg) {
    sem_post(&s);
    return arg;
}

int main(void) {
    pthread_t a;
    struct timespec until = {1, 0};
    sem_init(&s, 0, 0);
    pthread_create(&a, NULL, worker, NULL);
    if (sem_timedwait(&s, &until) != 0) {
        assert(errno == ETIMEDOUT);
        sem_wait(&s);
    }
    pthread_join(a, NULL);
    return 0;
}
