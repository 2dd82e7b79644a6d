//@ check --explorer prefix --stub way=0: safe
//@ check --explorer prefix --stub way=1: safe
// An idle worker waits in every execution, which is no fault; what number it has depends on who starts threads first.
#include "ticker.h"
#include <semaphore.h>
#include <stdatomic.h>

int way(void);

static sem_t never;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int first;

static void *idle(void *arg) {
    sem_wait(&never);
    return arg;
}

static void *quick(void *arg) {
    return arg;
}

static void *starts(void *runs) {
    pthread_t t;
    first = 1;
    pthread_create(&t, NULL, runs == &first ? idle : quick, NULL);
    return NULL;
}

int main(void) {
    pthread_t t, a, b;
    sem_init(&never, 0, 0);
    pthread_create(&t, NULL, ticker, NULL);
    if (way() == 0) {
        pthread_create(&a, NULL, starts, &first);
        pthread_create(&b, NULL, starts, NULL);
    } else {
        pthread_create(&a, NULL, starts, NULL);
        if (first) {
            pthread_create(&b, NULL, quick, NULL);
            pthread_create(&b, NULL, idle, NULL);
        } else {
            pthread_create(&b, NULL, idle, NULL);
            pthread_create(&b, NULL, quick, NULL);
        }
    }
    for (;;) {
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    }
}
