//@ check: safe
// Whoever comes first creates it; there is one all the same.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static int count;

static void *worker(void *arg) {
#ifdef EXCLUSIVE
    sem_t *lock = sem_open("/lock", O_CREAT | O_EXCL, 0644, 1);
#else
    sem_t *lock = sem_open("/lock", O_CREAT, 0644, 1);
#endif
    sem_wait(lock); /*@wait*/
    count++;
    sem_post(lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
