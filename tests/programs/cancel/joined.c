//@ check: sync-misuse line=@here message="joined before"
#include <pthread.h>
#include <stddef.h>

static void *worker(void *arg) {
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_cancel(a); /*@here*/
    return 0;
}
