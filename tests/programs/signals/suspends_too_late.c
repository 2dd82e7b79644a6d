//@ check: deadlock line=@here|@wait
// The worker handles the signal before it waits for it.
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t got;

static void handle(int signal) {
    got = signal;
}

static void *worker(void *arg) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    sigemptyset(&set);
    sigsuspend(&set); /*@wait*/
    return arg;
}

int main(void) {
    pthread_t a;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    signal(SIGUSR1, handle);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&a, NULL, worker, NULL);
    pthread_kill(a, SIGUSR1);
    pthread_join(a, NULL); /*@here*/
    return 0;
}
