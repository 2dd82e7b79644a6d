//@ check: safe
// To a thread that has ended, and was not joined, nothing happens. (POSIX lets pthread_kill say ESRCH.)
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static void *worker(void *arg) {
    return arg;
}

int main(void) {
    pthread_t a;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&a, NULL, worker, NULL);
    pthread_kill(a, SIGUSR1);
    pthread_join(a, NULL);
    return 0;
}
