//@ check: deadlock
// Two threads wait for each other's end.
#include <pthread.h>
#include <semaphore.h>

static pthread_t one, two;
static sem_t ready;

static void *first(void *arg) {
    sem_wait(&ready);
    pthread_join(two, NULL);
    return arg;
}
static void *second(void *arg) {
    pthread_join(one, NULL);
    return arg;
}

int main(void) {
    sem_init(&ready, 0, 0);
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    sem_post(&ready);
    pthread_exit(NULL);
}
