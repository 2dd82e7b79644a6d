//@ check: safe
// Who is cancelled while it waits for the end of a thread has not joined it.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_t other;
static sem_t go;

static void *waits(void *arg) {
    sem_wait(&go);
    return arg;
}

static void *joins(void *arg) {
    pthread_join(other, NULL); /*@here*/
    return arg;
}

int main(void) {
    pthread_t a;
    void *result;
    sem_init(&go, 0, 0);
    pthread_create(&other, NULL, waits, NULL);
    pthread_create(&a, NULL, joins, NULL);
#ifdef TOO_EARLY
    sem_post(&go);
#endif
    pthread_cancel(a);
    pthread_join(a, &result);
#ifndef TOO_EARLY
    assert(result == PTHREAD_CANCELED);
    sem_post(&go);
#endif
    pthread_join(other, NULL); /*@again*/
    return 0;
}
