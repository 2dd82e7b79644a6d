//@ check: safe
// While it is disabled nothing happens at a point; the request is not lost.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <unistd.h>

static sem_t is_cancelled;
static int work;

static void *worker(void *arg) {
    int old;
    sem_wait(&is_cancelled);
    sleep(1);
    pthread_testcancel();
    work++;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
    assert(old == PTHREAD_CANCEL_DISABLE);
    work++;
    pthread_testcancel();
    work++;
    return arg;
}

static void *disabled(void *arg) {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    sem_post(arg);
    return worker(NULL);
}

int main(void) {
    pthread_t a;
    sem_t begun;
    void *result;
    sem_init(&is_cancelled, 0, 0);
    sem_init(&begun, 0, 0);
    pthread_create(&a, NULL, disabled, &begun);
    sem_wait(&begun);
    pthread_cancel(a);
    sem_post(&is_cancelled);
    pthread_join(a, &result);
    assert(result == PTHREAD_CANCELED && work == 2);
    return 0;
}
