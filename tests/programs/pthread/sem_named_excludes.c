//@ check: safe executions=2
// The same name twice is one semaphore: which thread goes first is open.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

#ifndef NAME
#define NAME(i) "/lock"
#endif

static int count;
static sem_t *locks[2];

static void *worker(void *arg) {
    sem_t *lock = *(sem_t **)arg;
    sem_wait(lock);
    count++; /*@here*/
    sem_post(lock);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        locks[i] = sem_open(NAME(i), O_CREAT, 0644, 1);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, &locks[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 2; i++) {
        sem_close(locks[i]);
        sem_unlink(NAME(i));
    }
    return 0;
}
