//@ check --explorer prefix: assertion line=@assert
//@ check --explorer unfolding --cutoffs: assertion line=@assert
// The store comes to a known state in the second round. Whoever goes back there does not see the
// others go on.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;

static void *sets(void *arg) {
    for (;;)
        x = 1;
    return arg;
}

static void *swaps(void *arg) {
    for (;;) {
        atomic_thread_fence(memory_order_seq_cst);
        int one = 1;
        int swapped = atomic_compare_exchange_strong(&x, &one, 0);
        pthread_mutex_lock(&m);
        assert(!swapped); /*@assert*/
    }
    return arg;
}

static void *locks(void *arg) {
    for (;;)
        pthread_mutex_lock(&m);
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, sets, NULL);
    pthread_create(&b, NULL, swaps, NULL);
    pthread_create(&c, NULL, locks, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
