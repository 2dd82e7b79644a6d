//@ check: data-race line=@here
// With two units the threads are inside together.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t s;
static int count;

static void *worker(void *arg) {
    sem_wait(&s);
    count++; /*@here*/
    sem_post(&s);
    return arg;
}

int main(void) {
    pthread_t a, b;
    sem_init(&s, 0, 2);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
