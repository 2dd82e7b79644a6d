//@ check: assertion
// A thread has raised one signal, which it blocks, and main sends it another one with a lower number. It takes the
// lower one, if that has come.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static sigset_t both;

static void *waiter(void *unused)
{
    int signal;
    raise(SIGUSR2);
    sigwait(&both, &signal);
    assert(signal == SIGUSR2);
    return unused;
}

int main(void)
{
    sigemptyset(&both);
    sigaddset(&both, SIGUSR1);
    sigaddset(&both, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &both, NULL);
    pthread_t thread;
    pthread_create(&thread, NULL, waiter, NULL);
    pthread_kill(thread, SIGUSR1);
    pthread_join(thread, NULL);
    return 0;
}
