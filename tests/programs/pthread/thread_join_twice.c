//@ check: sync-misuse line=@here
#include <pthread.h>
#include <stddef.h>

static void *worker(void *arg) {
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(a, NULL); /*@here*/
    return 0;
}
