//@ check: safe
// What is pending is gone once it is ignored, sent to the thread or to the process.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static void test(int sends)
{
    sigset_t set, pending;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR1);
    if (sends)
        kill(getpid(), SIGUSR1);
    sigpending(&pending);
    assert(sigismember(&pending, SIGUSR1));
    signal(SIGUSR1, SIG_IGN);
    sigpending(&pending);
    assert(!sigismember(&pending, SIGUSR1));
    signal(SIGUSR1, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

int main(void)
{
    test(0);
    test(1);
    return 0;
}
