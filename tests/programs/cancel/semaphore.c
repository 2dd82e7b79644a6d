//@ check: safe
// Who is cancelled while it waits for a semaphore has not taken anything.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t s;
static int taken;

static void *worker(void *arg) {
#ifdef TIMED
    struct timespec until = {0, 0};
    while (sem_timedwait(&s, &until))
        ;
#else
    sem_wait(&s);
#endif
    taken = 1;
    return arg;
}

int main(void) {
    pthread_t a;
    void *result;
    int value;
    sem_init(&s, 0, 0);
    pthread_create(&a, NULL, worker, NULL);
    sem_post(&s);
    pthread_cancel(a);
    pthread_join(a, &result);
    sem_getvalue(&s, &value);
#ifdef ALWAYS
    assert(value == 1); /*@here*/
#endif
    assert(value == (result == PTHREAD_CANCELED) && taken == !value);
    sem_destroy(&s);
    return 0;
}
