//@ check --explorer prefix: data-race line=@writes other=@reads
//@ check --explorer unfolding --cutoffs: data-race line=@writes other=@reads
// Only in the third round, and only if the other thread looks then. The write changes nothing.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int round_;
static int d;

static void *writes(void *arg) {
    for (;;) {
        int r = atomic_load(&round_);
        atomic_store(&round_, (r + 1) % 4);
        if (r == 2)
            d = 0; /*@writes*/
    }
    return arg;
}

static void *reads(void *arg) {
    for (;;)
        if (atomic_load(&round_) == 1)
            (void)*(volatile int *)&d; /*@reads*/
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, writes, NULL);
    pthread_create(&b, NULL, reads, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
