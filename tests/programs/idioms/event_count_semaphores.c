//@ check: safe
// Two threads that take turns with two semaphores, and sem_trywait / sem_getvalue at the end.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ping, pong;
static char order[7];
static int at;

static void *second(void *arg) {
    for (int i = 0; i < 3; i++) {
        sem_wait(&pong);
        order[at++] = 'b';
        sem_post(&ping);
    }
    return arg;
}

int main(void) {
    sem_init(&ping, 0, 1);
    sem_init(&pong, 0, 0);
    pthread_t t;
    pthread_create(&t, NULL, second, NULL);
    for (int i = 0; i < 3; i++) {
        sem_wait(&ping);
        order[at++] = 'a';
        sem_post(&pong);
    }
    pthread_join(t, NULL);
    for (int i = 0; i < 6; i++)
        assert(order[i] == (i % 2 ? 'b' : 'a'));
    int value;
    assert(sem_getvalue(&ping, &value) == 0 && value == 1);
    assert(sem_trywait(&ping) == 0 && sem_trywait(&ping) == -1 && errno == EAGAIN);
    return 0;
}
