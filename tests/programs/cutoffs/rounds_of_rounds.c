//@ check --explorer prefix: safe
//@ check --explorer states: safe
//@ check --explorer unfolding --cutoffs: safe
// All that the threads do that others see is in loops that have an end, and that they come to again at once.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void count(void) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&mutex);
        n = (n + 1) % 3;
        assert(n < 3);
        pthread_mutex_unlock(&mutex);
    }
}

static void *twice(void *unused) {
    for (;;)
        for (int i = 0; i < 2; i++) {
            pthread_mutex_lock(&mutex);
            n = (n + 1) % 3;
            pthread_mutex_unlock(&mutex);
        }
    return unused;
}

static void *calls(void *unused) {
    for (;;)
        count();
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, twice, NULL);
    pthread_create(&b, NULL, calls, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
