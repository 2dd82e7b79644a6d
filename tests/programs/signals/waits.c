//@ check: safe
// The usual way: all threads block the signals, and one waits for them. When the work is done, main sends it one.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static sigset_t set;
static int got;

static void *waits(void *arg) {
#ifdef TWO
    for (int i = 0; i < 2; i++) {
#else
    for (int i = 0; i < 1; i++) {
#endif
        int signal;
        assert(sigwait(&set, &signal) == 0); /*@wait*/
        got |= 1 << signal;
    }
    return arg;
}

int main(void) {
    pthread_t a;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGTERM);
#ifdef BLOCKS_LATE
    pthread_create(&a, NULL, waits, NULL);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
#else
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&a, NULL, waits, NULL);
#endif
    pthread_kill(a, SIGUSR1); /*@kill*/
    pthread_join(a, NULL); /*@join*/
    assert(got == 1 << SIGUSR1);
    return 0;
}
