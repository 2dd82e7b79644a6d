//@ check: safe
//@ check --explorer unfolding: safe
// A new thread begins with the mask of who starts it (POSIX, pthread_create), as that was then.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static int blocks(int signal) {
    sigset_t now;
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    return sigismember(&now, signal);
}

static void *grandchild(void *expected) {
    assert(blocks(SIGUSR1) == 1 && blocks(SIGINT) == 0);
    return expected;
}

static void *child(void *expected) {
    assert(blocks(SIGINT) == (expected != NULL));
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_SETMASK, &set, NULL);
    pthread_t thread;
    pthread_create(&thread, NULL, grandchild, NULL);
    pthread_join(thread, NULL);
    return NULL;
}

int main(void) {
    sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    pthread_t first, second;
    pthread_sigmask(SIG_BLOCK, &set, &old);
    pthread_create(&first, NULL, child, "");
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_create(&second, NULL, child, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(blocks(SIGUSR1) == 0 && blocks(SIGINT) == 0);
    return 0;
}
