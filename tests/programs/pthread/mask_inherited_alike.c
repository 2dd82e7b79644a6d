//@ check: assertion line=@second
// Threads that start with the same function and argument, but other masks, are not alike: only one of them may come second.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int came;

static void *child(void *none) {
    sigset_t now;
    int turn = atomic_fetch_add(&came, 1);
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    if (turn == 1)
        assert(!sigismember(&now, SIGINT)); /*@second*/
    return none;
}

int main(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    pthread_t first, second;
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&first, NULL, child, NULL);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    pthread_create(&second, NULL, child, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
