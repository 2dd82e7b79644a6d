// 10! = 3628800 executions: enough to be stopped in the middle.
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int x;

static void *worker(void *arg) {
    x++;
    return arg;
}

int main(void) {
    pthread_t t[10];
    for (int i = 0; i < 10; i++)
        pthread_create(&t[i], 0, worker, &t[i]);
    for (int i = 0; i < 10; i++)
        pthread_join(t[i], 0);
    return 0;
}
