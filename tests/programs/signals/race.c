//@ check: data-race line=@here
// Who has sent a signal does not know that it was taken.
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static sigset_t set;
static int count;

static void *waits(void *arg) {
    int signal;
    sigwait(&set, &signal);
    count++; /*@here*/
    return arg;
}

int main(void) {
    pthread_t a;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&a, NULL, waits, NULL);
    count++;
    pthread_kill(a, SIGUSR1);
    count++; /*@here*/
    pthread_join(a, NULL);
    return 0;
}
