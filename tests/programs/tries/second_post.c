//@ check --model auto: data-race
//@ check --model rc11: data-race
//@ check --model sc: safe
// A failed try tells main that T1 has posted. Its own post comes after that one, but neither happens before the other (a post releases, and acquires nothing). The order of the posts
// is that of all executions in which main writes d, so that only rc11 shows the race (docs/models/synchronisation.md): `auto` takes it.
#include <pthread.h>
#include <semaphore.h>

#ifndef SECOND
#define SECOND sem_post
#endif
static int d;
static sem_t s;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *writes(void *arg) {
    d = 1;
    sem_post(&s);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, writes, 0);
    if (pthread_mutex_trylock(&m)) {
        SECOND(&s);
        d = 2;
    } else {
        pthread_mutex_unlock(&m);
    }
    pthread_join(t, 0);
    return 0;
}
