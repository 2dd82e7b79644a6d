// The argument of a thread was never written; to hand it over, and back, decides nothing.
//@ check: safe executions=1
#include <pthread.h>

static void *worker(void *argument) {
    return argument;
}

int main(void) {
    void *never_written, *result;
    pthread_t thread;
    pthread_create(&thread, NULL, worker, never_written);
    pthread_join(thread, &result);
    return 0;
}
