//@ check: safe executions=1
//@ check --explorer optimal: safe
// Handlers are kept and never called, as nobody sends a signal. The values are those of POSIX: what was set before is told.
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <string.h>

static void handler(int n) {
    (void)n;
    assert(0);
}

int main(void) {
    assert(signal(SIGINT, handler) == SIG_DFL);
    assert(signal(SIGINT, SIG_IGN) == handler);
    assert(signal(SIGKILL, handler) == SIG_ERR && errno == EINVAL);
    struct sigaction action, old;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGTERM);
    assert(sigaction(SIGTERM, &action, NULL) == 0);
    assert(sigaction(SIGTERM, NULL, &old) == 0);
    assert(old.sa_handler == handler && (old.sa_flags & SA_RESTART) && sigismember(&old.sa_mask, SIGTERM));
    assert(sigaction(SIGINT, NULL, &old) == 0 && old.sa_handler == SIG_IGN);
    return 0;
}
