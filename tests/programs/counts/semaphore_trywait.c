//@ check: safe executions=2
// Before the post it says EAGAIN, after it gets through.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t s;

static void *first(void *arg) {
    sem_post(&s);
    return arg;
}

static void *second(void *arg) {
    sem_trywait(&s);
    return arg;
}

int main(void) {
    pthread_t a, b;
    sem_init(&s, 0, 0);
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
