//@ check: deadlock line=@waits
// The signal that the thread waits for was sent, but is ignored for a moment before: it is gone.
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static sigset_t set;

static void *waits(void *unused)
{
    int signal;
    /*@waits*/ sigwait(&set, &signal);
    return unused;
}

int main(void)
{
    pthread_t thread;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR1);
    kill(getpid(), SIGUSR1);
    signal(SIGUSR1, SIG_IGN);
    signal(SIGUSR1, SIG_DFL);
    pthread_create(&thread, NULL, waits, NULL);
    pthread_join(thread, NULL);
    return 0;
}
