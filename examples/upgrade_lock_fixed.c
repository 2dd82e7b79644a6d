//@ check: safe executions=14
// Two threads read a table under the read lock; who finds the entry missing lets go, takes the write lock, looks again.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int entry, added;

static void *lookup(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&lock);
    int found = entry;
    pthread_rwlock_unlock(&lock);
    if (found == 0) {
        pthread_rwlock_wrlock(&lock);
        if (entry == 0) {
            entry = 7;
            added++;
        }
        pthread_rwlock_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, lookup, NULL);
    pthread_create(&b, NULL, lookup, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(entry == 7 && added == 1);
    return 0;
}
