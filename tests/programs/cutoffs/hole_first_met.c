//@ check --explorer prefix: assertion line=@assert
//@ check --explorer unfolding --cutoffs: assertion line=@assert
// Which of two events that come to the same is met first is a matter of the search: it is the smaller
// one that must be gone on from.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;

static void *turns(void *arg) {
    for (;;) {
        atomic_thread_fence(memory_order_seq_cst);
        atomic_fetch_xor(&x, 1);
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    }
    return arg;
}

static void *reads(void *arg) {
    for (;;) {
        atomic_thread_fence(memory_order_seq_cst);
        int seen = x;
        pthread_mutex_lock(&m);
        assert(seen == 0); /*@assert*/
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, turns, NULL);
    pthread_create(&b, NULL, reads, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
