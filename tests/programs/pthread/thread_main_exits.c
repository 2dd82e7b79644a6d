//@ check: safe executions=1
// pthread_exit in main: the program goes on until the last thread has ended.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int value;

static void *worker(void *arg) {
    assert(value == 1);
    return arg;
}

int main(void) {
    pthread_t a;
    value = 1;
    pthread_create(&a, NULL, worker, NULL);
    pthread_exit(NULL);
}
