//@ check: data-race
//@ check --races ignore --explorer graph: error
// `--races ignore` supposes that there are no races. Here there are, between what the first two threads read of `x` and the
// handles of further ones written there; what is read depends on the order of unordered events, and the execution in
// which the assertion fails cannot be shown. Nothing can be said about the program, and this is.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t both;
static union {
    unsigned half[2];
    pthread_t whole;
} x;

static void *meet(void *arg) {
    long me = (long)arg;
    x.half[me] = 1;
    pthread_barrier_wait(&both);
    assert(x.half[1 - me]);
    pthread_create(&x.whole, NULL, meet, NULL);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&both, NULL, 2);
    pthread_create(&a, NULL, meet, (void *)0);
    pthread_create(&b, NULL, meet, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
