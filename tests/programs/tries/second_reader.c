//@ check --model auto: data-race
//@ check --model sc: safe
// A failed try tells main that T1 has a read lock, and main gets one, too: two readers are not ordered.
#include <pthread.h>

static int d;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;

static void *writes(void *arg) {
    d = 1;
    pthread_rwlock_rdlock(&shared);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_rwlock_unlock(&shared);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writes, 0);
    if (!pthread_mutex_trylock(&m)) {
        pthread_mutex_unlock(&m);
    } else if (!pthread_rwlock_tryrdlock(&shared)) {
        d = 2;
        pthread_rwlock_unlock(&shared);
    }
    pthread_join(t, 0);
    return 0;
}
