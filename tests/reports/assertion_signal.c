// Who waits for the signal does not expect it.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static sigset_t set;

static void *waiter(void *arg)
{
    int signal = 0;
    sigwait(&set, &signal);
    assert(signal != SIGTERM);
    return arg;
}

int main(void)
{
    pthread_t thread;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&thread, NULL, waiter, NULL);
    pthread_kill(thread, SIGTERM);
    pthread_join(thread, NULL);
    return 0;
}
