//@ check: safe executions=1
// The post is before the wait: there is one order.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t s;
static int data;

static void *worker(void *arg) {
    data = 1;
    assert(sem_post(&s) == 0);
    return arg;
}

int main(void) {
    pthread_t a;
    assert(sem_init(&s, 0, 0) == 0);
    pthread_create(&a, NULL, worker, NULL);
    assert(sem_wait(&s) == 0);
    assert(data == 1);
    pthread_join(a, NULL);
    assert(sem_destroy(&s) == 0);
    return 0;
}
