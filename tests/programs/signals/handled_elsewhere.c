//@ check: incomplete unsupported=handler
// The handler would run anywhere in the thread.
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t got;

static void handle(int signal) {
    got = signal;
}

static void *worker(void *arg) {
    return arg;
}

int main(void) {
    pthread_t a;
    signal(SIGUSR1, handle);
    pthread_create(&a, NULL, worker, NULL);
    pthread_kill(a, SIGUSR1);
    pthread_join(a, NULL);
    return 0;
}
