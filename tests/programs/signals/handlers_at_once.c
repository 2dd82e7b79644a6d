//@ check: safe
// Of several signals that are not blocked any more, the handler of the last runs first, as on Linux: it interrupts those of the others. One that the
// thread has sent itself, and others have, comes once.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static int order;

static void handler(int signal)
{
    order = order * 100 + signal;
}

static void test(int sends, int suspends)
{
    sigset_t set, none, before;
    sigemptyset(&none);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &set, &before);
    raise(SIGUSR2);
    raise(SIGUSR1);
    if (sends)
        kill(getpid(), SIGUSR2);
    order = 0;
    if (suspends)
        sigsuspend(&none);
    else
        pthread_sigmask(SIG_SETMASK, &before, NULL);
}

int main(void)
{
    signal(SIGUSR1, handler);
    signal(SIGUSR2, handler);
    test(0, 0);
    assert(order == 1210);
    test(0, 1);
    assert(order == 1210);
    return 0;
}
