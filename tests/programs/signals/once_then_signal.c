//@ check: safe
// signal takes back what sigaction asked for; sigwaitinfo does not tell that a thread sent the signal.
#define _GNU_SOURCE
#include <assert.h>
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
    struct sigaction once = {.sa_handler = handler, .sa_flags = (int)SA_RESETHAND}, now;
    sigaction(SIGUSR1, &once, NULL);
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    sigaction(SIGUSR1, NULL, &now);
    assert(now.sa_handler == handler && now.sa_flags & SA_RESTART && sigismember(&now.sa_mask, SIGUSR1));
    raise(SIGUSR1);
    assert(runs == 2);

    sigset_t set;
    siginfo_t info;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR2);
    assert(sigwaitinfo(&set, &info) == SIGUSR2 && info.si_code == SI_USER);
    return 0;
}
