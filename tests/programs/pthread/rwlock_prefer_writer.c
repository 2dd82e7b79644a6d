//@ check: incomplete unsupported=pthread_rwlockattr_setkind_np
// A lock that keeps readers out while a writer waits is another lock than the one that is modelled.
#define _GNU_SOURCE
#include <pthread.h>

int main(void) {
    pthread_rwlockattr_t attr;
    pthread_rwlockattr_init(&attr);
    pthread_rwlockattr_setkind_np(&attr, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    return 0;
}
