//@ check: deadlock line=@here
// It sleeps with the mutex: who is cancelled there never unlocks it.
#ifndef POINT
#define POINT sleep(1)
#endif
#include <pthread.h>
#include <stdio.h>
#include <stddef.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

#ifdef STREAM
static FILE *out;
#endif

static void unlock(void *arg) {
    pthread_mutex_unlock(arg);
}

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
#ifdef CLEANS
    pthread_cleanup_push(unlock, &m);
#endif
    POINT;
#ifdef CLEANS
    pthread_cleanup_pop(0);
#endif
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t a;
    (void)unlock;
#ifdef STREAM
    out = STREAM;
#endif
    pthread_create(&a, NULL, worker, NULL);
    pthread_cancel(a);
    pthread_mutex_lock(&m); /*@here*/
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    return 0;
}
