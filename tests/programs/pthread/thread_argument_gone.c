//@ check: use-after-free
// The thread may still look at main's variable when the function that started it has returned.
#include <pthread.h>
#include <stddef.h>

static void *worker(void *arg) {
    return (void *)(long)*(int *)arg;
}

static void start(pthread_t *t) {
    int local = 7;
    pthread_create(t, NULL, worker, &local);
}

int main(void) {
    pthread_t a;
    start(&a);
    pthread_join(a, NULL);
    return 0;
}
