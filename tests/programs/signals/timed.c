//@ check: assertion line=@here
// It may be late.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>

static sigset_t set;
static int got;

static void *waits(void *arg) {
    struct timespec second = {1, 0};
    got = sigtimedwait(&set, NULL, &second);
    return arg;
}

int main(void) {
    pthread_t a;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&a, NULL, waits, NULL);
    pthread_kill(a, SIGUSR1);
    pthread_join(a, NULL);
    assert(got == SIGUSR1); /*@here*/
    return 0;
}
