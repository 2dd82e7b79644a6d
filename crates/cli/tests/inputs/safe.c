#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int x;

static void *worker(void *arg) {
    x++;
    return arg;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, worker, &t[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(x == 3);
    return 0;
}
