//@ check: safe executions=4
// Two posts (p, q) and two waits (w): p q w w, q p w w, p w q w, q w p w.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t s;

static void *worker(void *arg) {
    sem_post(&s);
    return arg;
}

int main(void) {
    pthread_t a, b;
    sem_init(&s, 0, 0);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    sem_wait(&s);
    sem_wait(&s);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
