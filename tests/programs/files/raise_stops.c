//@ check: safe
// A handler runs in the thread that raises the signal, before raise returns; put off while blocked.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

static volatile sig_atomic_t stop, seen;
static _Thread_local int in_thread;

static void on_term(int number)
{
    assert(number == SIGTERM && in_thread == 1);
    stop = 1;
}

static void on_user(int number, siginfo_t *info, void *context)
{
    assert(info->si_signo == number && info->si_code == SI_TKILL);
    seen++;
    if (seen == 1) {
        raise(number);
        assert(seen == 1);
    }
}

int main(void)
{
    struct sigaction action;
    sigset_t set, before;
    in_thread = 1;
    signal(SIGTERM, on_term);
    assert(raise(SIGTERM) == 0 && stop);
    assert(raise(SIGCHLD) == 0);
    assert(raise(99) == -1);
    signal(SIGTERM, SIG_IGN);
    assert(raise(SIGTERM) == 0 && pthread_kill(pthread_self(), SIGTERM) == 0);

    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_user;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    assert(seen == 2);

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, &before);
    raise(SIGUSR1);
    assert(seen == 2);
    sigpending(&set);
    assert(sigismember(&set, SIGUSR1));
    sigprocmask(SIG_SETMASK, &before, NULL);
    assert(seen == 3);
    return 0;
}
