//@ check: sync-misuse line=@here
// A thread made detached cannot be joined.
#include <pthread.h>
#include <stddef.h>

static void *worker(void *arg) {
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_create(&a, &attr, worker, NULL);
    pthread_attr_destroy(&attr);
    pthread_join(a, NULL); /*@here*/
    return 0;
}
