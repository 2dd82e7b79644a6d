//@ check: safe
// Joining oneself says EDEADLK.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
    assert(pthread_join(pthread_self(), NULL) == EDEADLK);
    return 0;
}
