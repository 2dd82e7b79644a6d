#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static _Atomic int x;

static void *worker(void *arg) {
    x = 1;
    assert(x == 1);
    return arg;
}

int main(void) {
    pthread_t t;
    printf("begin\n");
    pthread_create(&t, 0, worker, 0);
    x = 2;
    pthread_join(t, 0);
    assert(x == 1);
    return 0;
}
