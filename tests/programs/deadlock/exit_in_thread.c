//@ check: safe executions=1
// A thread may end the process while main waits for another one for ever.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t never;

static void *waiter(void *arg) {
    sem_wait(&never);
    return arg;
}
static void *leaver(void *arg) {
    (void)arg;
    exit(0);
}

int main(void) {
    pthread_t a, b;
    sem_init(&never, 0, 0);
    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, leaver, NULL);
    pthread_join(a, NULL);
    return 0;
}
