//@ check --explorer optimal --stub early=0: safe commuting=1
//@ check --no-symmetry --stub early=0: safe
//@ check --explorer optimal --stub early=1: assertion line=@bug
//@ check --stub early=1: assertion line=@bug
// Main waits until all have counted themselves (or, with `early`, all but one), and finds what they did before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int early(void);
enum { N = 4 };
static atomic_int ready;
static atomic_int did[N];

static void *counts(void *arg) {
    *(atomic_int *)arg = 1;
    ready++;
    return 0;
}

int main(void) {
    pthread_t t[N];
    int all = early() ? N - 1 : N;
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, counts, &did[i]);
    while (ready < all)
        ;
    if (all == N || did[0])
        assert(did[N - 1]); /*@bug*/
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
