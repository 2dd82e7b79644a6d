//@ check --explorer prefix: liveness line=@waits
// Both set the phase to 1 if neither sees what the other has written; then nobody ends the wait.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int phase;
static int second;

static void *waiter(void *arg) {
    while (phase != 2) /*@waits*/
        ;
    return arg;
}

static void *next(void *arg) {
    int now = phase;
    phase = now + 1;
    return arg;
}

static void *ticker(void *arg) {
    for (;;) {
        pthread_mutex_lock(&m);
        second = (second + 1) % 60;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void) {
    pthread_t t[4];
    pthread_create(&t[0], NULL, ticker, NULL);
    pthread_create(&t[1], NULL, waiter, NULL);
    pthread_create(&t[2], NULL, next, NULL);
    pthread_create(&t[3], NULL, next, NULL);
    pthread_join(t[1], NULL);
    return 0;
}
