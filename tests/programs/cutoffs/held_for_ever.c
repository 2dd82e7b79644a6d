//@ check --explorer prefix: deadlock
// One goes round a lock; another keeps it in the end, and waits for what never comes.
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t never;
static int ready;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int steps;
static void *polls(void *arg) {
    for (;;) {
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    }
    return arg;
}
static void *keeps(void *arg) {
    for (int i = 0; i < 6; i++) {
        pthread_mutex_lock(&other);
        steps++;
        pthread_mutex_unlock(&other);
    }
    pthread_mutex_lock(&m);
    sem_wait(&never);
    ready = 1;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t a, b;
    sem_init(&never, 0, 0);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_create(&a, NULL, polls, NULL);
    pthread_create(&b, NULL, keeps, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
