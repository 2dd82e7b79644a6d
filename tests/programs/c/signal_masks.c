//@ check: safe executions=1 note=none
// Masks are kept, though there are no signals.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

int main(void) {
    sigset_t all, some, old;
    assert(sigfillset(&all) == 0 && sigismember(&all, SIGINT) == 1 && sigismember(&all, 64) == 1);
    assert(sigemptyset(&some) == 0 && sigismember(&some, SIGINT) == 0);
    assert(sigaddset(&some, SIGUSR1) == 0 && sigaddset(&some, SIGTERM) == 0 && sigdelset(&some, SIGTERM) == 0);
    assert(sigismember(&some, SIGUSR1) == 1 && sigismember(&some, SIGTERM) == 0);
    errno = 0;
    assert(sigaddset(&some, 65) == -1 && errno == EINVAL);
    errno = 0;
    assert(sigismember(&some, 0) == -1 && errno == EINVAL);

    assert(pthread_sigmask(SIG_SETMASK, &some, NULL) == 0);
    assert(pthread_sigmask(SIG_BLOCK, &all, &old) == 0);
    assert(sigismember(&old, SIGUSR1) == 1 && sigismember(&old, SIGINT) == 0);
    assert(pthread_sigmask(SIG_UNBLOCK, &some, &old) == 0);
    assert(sigismember(&old, SIGINT) == 1 && sigismember(&old, SIGKILL) == 0);
    assert(sigprocmask(SIG_SETMASK, NULL, &old) == 0);
    assert(sigismember(&old, SIGUSR1) == 0 && sigismember(&old, SIGINT) == 1);
    assert(pthread_sigmask(7, &some, NULL) == EINVAL);
    errno = 0;
    assert(sigprocmask(7, &some, NULL) == -1 && errno == EINVAL);
    return 0;
}
