//@ check: deadlock line=@one|@other
// The lock of a stream and a mutex are taken in different orders.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *logs(void *arg) {
    flockfile(stderr);
    pthread_mutex_lock(&mutex); /*@one*/
    pthread_mutex_unlock(&mutex);
    funlockfile(stderr);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, logs, NULL);
    pthread_mutex_lock(&mutex);
    flockfile(stderr); /*@other*/
    funlockfile(stderr);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
}
