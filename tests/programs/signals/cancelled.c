//@ check: safe
// The thread that waits for signals is cancelled at the end.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static sigset_t set;

static void *waits(void *arg) {
    int signal;
    for (;;)
        sigwait(&set, &signal);
    return arg;
}

int main(void) {
    pthread_t a;
    void *result;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&a, NULL, waits, NULL);
    pthread_kill(a, SIGUSR1);
    pthread_cancel(a);
    pthread_join(a, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
