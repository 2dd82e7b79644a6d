//@ check: safe
// The old mask is back once the handler has run: what else is pending stays so.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static int runs;

static void handler(int signal)
{
    (void)signal;
    runs++;
}

int main(void)
{
    sigset_t set, none, before;
    sigemptyset(&none);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    signal(SIGUSR1, handler);
    pthread_sigmask(SIG_BLOCK, &set, &before);
    raise(SIGUSR1);
    kill(getpid(), SIGUSR1);
    sigsuspend(&none);
    assert(runs == 1);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    assert(runs == 2);
    return 0;
}
