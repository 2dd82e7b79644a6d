//@ check: data-race line=@a|@b other=@a|@b
// A detached thread and main after it.
#include <pthread.h>
#include <stddef.h>

static int x;

static void *worker(void *arg) {
    x = 1; /*@a*/
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_detach(t);
    x = 2; /*@b*/
    return 0;
}
