//@ check: safe
// A signal to the process is for who waits for it, as all others block it. It comes from another thread.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static sigset_t set;

static void *sends(void *arg) {
#ifdef UNBLOCKS
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
#endif
    kill(getpid(), SIGTERM); /*@kill*/
    return arg;
}

int main(void) {
    pthread_t a;
    siginfo_t info;
    sigset_t pending;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, NULL);
    pthread_create(&a, NULL, sends, NULL);
    assert(sigwaitinfo(&set, &info) == SIGTERM && info.si_signo == SIGTERM && info.si_code == SI_USER);
    pthread_join(a, NULL);
    // Twice is once, while it is pending.
    kill(getpid(), SIGTERM);
    kill(getpid(), SIGTERM);
    assert(sigpending(&pending) == 0 && sigismember(&pending, SIGTERM));
    struct timespec none = {0, 0};
    assert(sigtimedwait(&set, NULL, &none) == SIGTERM);
    assert(sigtimedwait(&set, NULL, &none) == -1);
    return 0;
}
