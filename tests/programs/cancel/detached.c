//@ check: sync-misuse line=@here message="detached thread that has ended"
// Whether it still runs is open.
#include <pthread.h>
#include <stddef.h>

static void *worker(void *arg) {
    pthread_testcancel();
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, worker, NULL);
    pthread_detach(a);
    pthread_cancel(a); /*@here*/
    return 0;
}
