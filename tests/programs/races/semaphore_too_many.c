//@ check: data-race line=@a|@b other=@a|@b
// Two may pass.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t s;
static int x;

static void *first(void *arg) {
    sem_wait(&s);
    x++; /*@a*/
    sem_post(&s);
    return arg;
}

static void *second(void *arg) {
    sem_wait(&s);
    x++; /*@b*/
    sem_post(&s);
    return arg;
}

int main(void) {
    pthread_t a, b;
    sem_init(&s, 0, 2);
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
