#include <pthread.h>

static int shared;

static void *worker(void *arg) {
    shared = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    shared = 2;
    pthread_join(t, 0);
    return 0;
}
