// One of two threads gets the lock and keeps it, so that the other waits for ever. main waits for the second thread first: only if
// that is the one with the lock, main goes on and fails.
//@ check: assertion|deadlock
//@ check --keep-going: deadlock|assertion faults=2
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *keep(void *unused) {
    pthread_mutex_lock(&lock);
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, keep, 0);
    pthread_create(&second, 0, keep, 0);
    pthread_join(second, 0);
    assert(0);
    pthread_join(first, 0);
    return 0;
}
