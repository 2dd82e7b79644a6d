//@ check: sync-misuse line=@here|@after
// The thread waits already, or it comes when the barrier is gone.
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t b;

static void *worker(void *arg) {
    pthread_barrier_wait(&b); /*@after*/
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_barrier_init(&b, NULL, 2);
    pthread_create(&a, NULL, worker, NULL);
    pthread_barrier_destroy(&b); /*@here*/
    pthread_exit(NULL);
}
