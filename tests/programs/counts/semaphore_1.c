//@ check: safe executions=6
// As a lock: 3! orders.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t s;

static void *first(void *arg) {
    sem_wait(&s);
    sem_post(&s);
    return arg;
}

static void *second(void *arg) {
    sem_wait(&s);
    sem_post(&s);
    return arg;
}

static void *third(void *arg) {
    sem_wait(&s);
    sem_post(&s);
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    sem_init(&s, 0, 1);
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_create(&c, NULL, third, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
