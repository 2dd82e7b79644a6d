// The worker was started before the signal is blocked, and so does not block it.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void *worker(void *arg)
{
    return arg;
}

int main(void)
{
    pthread_t thread;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGHUP);
#ifdef FIX
    pthread_sigmask(SIG_BLOCK, &set, NULL);
#endif
    pthread_create(&thread, NULL, worker, NULL);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    kill(getpid(), SIGHUP);
    pthread_join(thread, NULL);
    return 0;
}
