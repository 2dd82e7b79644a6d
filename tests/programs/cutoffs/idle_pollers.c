//@ check --explorer prefix --stub way=0: safe
//@ check --explorer prefix --stub way=1: safe
// A worker that polls when there is no more work, and one that is idle while `main` polls for ever: no faults.
#include "ticker.h"
#include <semaphore.h>
#include <stdatomic.h>

int way(void);

static sem_t never;
static atomic_int jobs, quit;

static void *worker(void *arg) {
    for (;;) {
        while (!jobs)
            ;
        jobs--;
    }
    return arg;
}

static void *idle(void *arg) {
    sem_wait(&never);
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&never, 0, 0);
    if (way() == 0) {
        pthread_create(&t, NULL, worker, NULL);
        jobs = 1;
        ticker(NULL);
    }
    pthread_create(&t, NULL, ticker, NULL);
    pthread_create(&t, NULL, idle, NULL);
    while (!quit)
        ;
    return 0;
}
