//@ check: safe
// Who is cancelled with a robust mutex leaves it to the next one, which is told.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static pthread_mutex_t m;
static int halves;

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    halves++;
    sleep(1);
    halves++;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &attr);
    pthread_create(&a, NULL, worker, NULL);
    pthread_cancel(a);
    pthread_join(a, NULL);
    int error = pthread_mutex_lock(&m);
#ifndef FORGETS
    if (error == EOWNERDEAD) {
        halves++;
        pthread_mutex_consistent(&m);
    }
#endif
    assert(halves % 2 == 0); /*@here*/
    pthread_mutex_unlock(&m);
    return 0;
}
