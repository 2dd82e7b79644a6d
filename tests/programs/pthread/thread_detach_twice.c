//@ check: sync-misuse line=@here
#include <pthread.h>
#include <stddef.h>

static void *worker(void *arg) {
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, worker, NULL);
    pthread_detach(a);
    pthread_detach(a); /*@here*/
    return 0;
}
