//@ check --explorer prefix --stub way=0: deadlock named-only
//@ check --explorer prefix --stub way=1: deadlock named-only
// Threads that go on for ever may come to a stop, for ever, beside one that never does: they can always still come to
// that, and yet need not.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

int way(void);

static sem_t never, a, b;
static atomic_int x;

static void *waits(void *arg) {
    for (;;)
        if (x)
            sem_wait(&never);
    return arg;
}

static void *one(void *arg) {
    for (;;) {
        sem_wait(&a);
        sem_wait(&b);
        sem_post(&b);
        sem_post(&a);
    }
    return arg;
}

static void *other(void *arg) {
    for (;;) {
        sem_wait(&b);
        sem_wait(&a);
        sem_post(&a);
        sem_post(&b);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&never, 0, 0);
    sem_init(&a, 0, 1);
    sem_init(&b, 0, 1);
    if (way() == 0)
        pthread_create(&t, NULL, waits, NULL);
    else {
        pthread_create(&t, NULL, one, NULL);
        pthread_create(&t, NULL, other, NULL);
    }
    for (;;) {
        x = 1;
        x = 0;
    }
}
