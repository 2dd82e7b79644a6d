//@ check: deadlock line=@here
// That somebody could cancel it is no help.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t s;

static void *worker(void *arg) {
    sem_wait(&s);
    return arg;
}

int main(void) {
    pthread_t a;
    int cancels = 0;
    sem_init(&s, 0, 0);
    pthread_create(&a, NULL, worker, NULL);
    if (cancels)
        pthread_cancel(a);
    pthread_join(a, NULL); /*@here*/
    return 0;
}
