//@ check: sync-misuse
// A signal is sent to a thread that may have been joined before.
#include <pthread.h>
#include <signal.h>

static sigset_t set;
static pthread_t waits, sends;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *waiter(void *unused)
{
    return unused;
}

static void *sender(void *unused)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_kill(waits, SIGUSR1);
    return unused;
}

int main(void)
{
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&waits, NULL, waiter, NULL);
    pthread_create(&sends, NULL, sender, NULL);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_join(waits, NULL);
    pthread_join(sends, NULL);
    return 0;
}
