//@ check: exit-status
// Nobody handles it: it ends the program, unless the thread has ended before.
#include <pthread.h>
#include <signal.h>

static void *body(void *arg)
{
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, body, NULL);
    pthread_kill(thread, SIGUSR1);
    pthread_join(thread, NULL);
    return 0;
}
