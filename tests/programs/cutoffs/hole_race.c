//@ check --explorer prefix: data-race line=@writes|@reads other=@reads|@writes
//@ check --explorer unfolding --cutoffs: data-race line=@writes|@reads other=@reads|@writes
// One party to the race comes after a read that excludes what comes after the other.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;
static int v;

static void *reads(void *arg) {
    for (;;) {
        (void)atomic_load(&x);
        int seen = v; /*@reads*/
        (void)seen;
    }
    return arg;
}

static void *writes(void *arg) {
    for (;;) {
        v = 0; /*@writes*/
        int zero = 0;
        atomic_compare_exchange_strong(&x, &zero, 1);
        pthread_mutex_lock(&m);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reads, NULL);
    pthread_create(&b, NULL, writes, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
