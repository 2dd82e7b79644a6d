//@ check --explorer prefix: deadlock message="T2 wants waits for mutex `m`"
//@ check --explorer unfolding --cutoffs: deadlock message="T2 wants waits for mutex `m`"
// One works on for ever with a lock in its hands. Whoever comes later waits for that lock in vain.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, counts = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *keeps(void *arg) {
    pthread_mutex_lock(&m);
    for (;;) {
        pthread_mutex_lock(&counts);
        n = (n + 1) % 3;
        pthread_mutex_unlock(&counts);
    }
    return arg;
}

static void *wants(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, keeps, NULL);
    pthread_create(&b, NULL, wants, NULL);
    pthread_join(b, NULL);
    pthread_join(a, NULL);
    return 0;
}
