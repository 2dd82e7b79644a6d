//@ check: safe
// The only thread that does not block it handles it: before kill returns, or when it does not block it any more.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t got;

static void handle(int signal) {
    got += signal;
}

static void *worker(void *arg) {
    return arg;
}

int main(void) {
    pthread_t a;
    sigset_t set;
    signal(SIGUSR1, handle);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&a, NULL, worker, NULL);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    kill(getpid(), SIGUSR1);
    assert(got == SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    kill(getpid(), SIGUSR1);
    assert(got == SIGUSR1);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    assert(got == 2 * SIGUSR1);
    pthread_join(a, NULL);
    return 0;
}
