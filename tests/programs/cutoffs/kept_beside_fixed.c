//@ check --explorer prefix: safe
//@ check --explorer unfolding --cutoffs: safe
// One works on with a lock in its hands until it is told to stop; it can be told so at any time.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, counts = PTHREAD_MUTEX_INITIALIZER;
static int n;
static atomic_int stop;

static void *keeps(void *arg) {
    pthread_mutex_lock(&m);
    while (!stop) {
        pthread_mutex_lock(&counts);
        n = (n + 1) % 3;
        pthread_mutex_unlock(&counts);
    }
    pthread_mutex_unlock(&m);
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
    stop = 1;
    pthread_join(b, NULL);
    pthread_join(a, NULL);
    return 0;
}
