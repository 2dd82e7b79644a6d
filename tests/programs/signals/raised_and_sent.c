//@ check: deadlock
// A signal that a thread has raised is pending once, also if main sends it as well: the thread that takes it twice waits
// for ever, if both had come before.
#include <pthread.h>
#include <signal.h>

static sigset_t set;

static void *waiter(void *unused)
{
    int signal;
    raise(SIGUSR1);
    sigwait(&set, &signal);
    sigwait(&set, &signal);
    return unused;
}

int main(void)
{
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_t thread;
    pthread_create(&thread, NULL, waiter, NULL);
    pthread_kill(thread, SIGUSR1);
    pthread_join(thread, NULL);
    return 0;
}
