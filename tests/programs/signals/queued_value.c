//@ check: safe
// The value that a signal was sent with is told to who waits for it.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void *waits(void *set)
{
    siginfo_t info;
    assert(sigwaitinfo(set, &info) == SIGUSR1);
    assert(info.si_code == SI_QUEUE && info.si_value.sival_int == 17 && info.si_pid == getpid());
    return NULL;
}

int main(void)
{
    pthread_t thread;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&thread, NULL, waits, &set);
    assert(sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = 17}) == 0);
    pthread_join(thread, NULL);
    return 0;
}
