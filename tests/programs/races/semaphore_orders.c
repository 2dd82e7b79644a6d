//@ check: safe executions=1
// A semaphore at zero: wait comes after post.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t s;
static int x;

static void *first(void *arg) {
    x = 1;
    sem_post(&s);
    return arg;
}

static void *second(void *arg) {
    sem_wait(&s);
    assert(x == 1);
    x = 2;
    return arg;
}

int main(void) {
    pthread_t a, b;
    sem_init(&s, 0, 0);
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2);
    return 0;
}
