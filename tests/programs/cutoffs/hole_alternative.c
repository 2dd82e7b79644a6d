//@ check --explorer prefix: assertion line=@assert
//@ check --explorer unfolding --cutoffs: assertion line=@assert
// What would come instead of the exchange may come after a store that comes to a known state.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;

static void *reads(void *arg) {
    for (;;) {
        int seen = x;
        pthread_mutex_lock(&m);
        assert(seen != 1); /*@assert*/
    }
    return arg;
}

static void *clears(void *arg) {
    for (;;)
        x = 0;
    return arg;
}

static void *sets(void *arg) {
    atomic_exchange(&x, 1);
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, reads, NULL);
    pthread_create(&b, NULL, clears, NULL);
    pthread_create(&c, NULL, sets, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
