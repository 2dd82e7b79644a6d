//@ check: safe
// Blocked before, a signal is not lost: its handler runs where the thread waits for that.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t got;

static void handle(int signal) {
    got = signal;
}

static void *worker(void *arg) {
    sigset_t none;
    sigemptyset(&none);
    while (!got)
        assert(sigsuspend(&none) == -1 && errno == EINTR); /*@here*/
    return arg;
}

int main(void) {
    pthread_t a;
    sigset_t set, now;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    signal(SIGUSR1, handle);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&a, NULL, worker, NULL);
    pthread_kill(a, SIGUSR1);
    pthread_join(a, NULL);
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    assert(got == SIGUSR1 && sigismember(&now, SIGUSR1));
    return 0;
}
