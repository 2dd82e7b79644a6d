//@ check: sync-misuse line=@bug
#include <pthread.h>
#include <stddef.h>

static void *worker(void *arg) { return arg; }

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_detach(t);
    pthread_join(t, NULL); /*@bug*/
    return 0;
}
