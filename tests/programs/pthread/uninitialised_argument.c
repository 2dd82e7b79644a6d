// The argument of a thread was never written: to ask in the thread what it is decides by it.
//@ check: uninitialised-read line=@asked thread=1
#include <pthread.h>

static void *worker(void *argument) {
    return argument ? &worker : argument; /*@asked*/
}

int main(void) {
    void *never_written;
    pthread_t thread;
    pthread_create(&thread, NULL, worker, never_written);
    pthread_join(thread, NULL);
    return 0;
}
