//@ check: use-after-free|invalid-pointer line=@bug
#include <pthread.h>
#include <stddef.h>

static int *keep;

static void *worker(void *arg) {
    int local = 3;
    keep = &local;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return *keep; /*@bug*/
}
