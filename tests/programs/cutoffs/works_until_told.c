//@ check --explorer prefix: safe note=endless
//@ check --explorer states: safe
//@ check --explorer unfolding --cutoffs: safe
// They work until they are told to stop, which nobody does: under a lock, which is no look.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int n;
static atomic_int stop;

static void *works(void *unused) {
    while (!atomic_load(&stop)) {
        pthread_mutex_lock(&mutex);
        n = (n + 1) % 3;
        assert(n < 3);
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, works, NULL);
    pthread_create(&b, NULL, works, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
