//@ check --explorer prefix: assertion line=@assert
//@ check --explorer unfolding --cutoffs: assertion line=@assert
// The two that turn x over come to the same by as many events: neither may be cut for the other's
// sake by chance.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *turns(void *arg) {
    for (;;)
        atomic_fetch_xor(&x, 1);
    return arg;
}

static void *reads(void *arg) {
    for (;;) {
        int first = x;
        int second = x;
        assert(!(first == 1 && second == 0)); /*@assert*/
    }
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, turns, NULL);
    pthread_create(&b, NULL, turns, NULL);
    pthread_create(&c, NULL, reads, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
