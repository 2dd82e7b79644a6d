//@ check: deadlock
// Two threads read a table under the read lock and, if the entry is missing, take the write lock to add it.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int entry;

static void *lookup(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&lock);
    if (entry == 0) {
        pthread_rwlock_wrlock(&lock);
        entry = 7;
        pthread_rwlock_unlock(&lock);
    }
    pthread_rwlock_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, lookup, NULL);
    pthread_create(&b, NULL, lookup, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
