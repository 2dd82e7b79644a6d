//@ check --model rc11: data-race line=@init other=@lock
// A mutex is initialised while another thread runs, and its address is published by a relaxed store. To initialise is a plain
// write of the mutex, and no synchronisation operation: nothing orders it before the lock.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef PUBLISH
#define PUBLISH memory_order_relaxed
#define TAKE memory_order_relaxed
#endif
static pthread_mutex_t mutex;
static _Atomic(pthread_mutex_t *) shared;

static void *user(void *arg) {
    pthread_mutex_t *mine = atomic_load_explicit(&shared, TAKE);
    if (mine) {
        pthread_mutex_lock(mine); /*@lock*/
        pthread_mutex_unlock(mine);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, user, NULL);
    pthread_mutex_init(&mutex, NULL); /*@init*/
    atomic_store_explicit(&shared, &mutex, PUBLISH);
    pthread_join(t, NULL);
    pthread_mutex_destroy(&mutex);
    return 0;
}
