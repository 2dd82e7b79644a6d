//@ check: deadlock
// Two semaphores as locks, in opposite orders.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t s, t;

static void *first(void *arg) {
    sem_wait(&s);
    sem_wait(&t);
    sem_post(&t);
    sem_post(&s);
    return arg;
}

static void *second(void *arg) {
    sem_wait(&t);
    sem_wait(&s);
    sem_post(&s);
    sem_post(&t);
    return arg;
}

int main(void) {
    pthread_t a, b;
    sem_init(&s, 0, 1);
    sem_init(&t, 0, 1);
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
