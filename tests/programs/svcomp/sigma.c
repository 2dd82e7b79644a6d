//@ check --symbolic: assertion line=@error
// sigma. Each thread writes to the place of an array that a shared index says, and then moves that on. If both find the same index, one
// place stays empty, unless that does not matter: a = 0. GOOD: the index is fetched and moved on at once.
#include <pthread.h>
#include <stdatomic.h>
#define N 2

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static atomic_uint array[N], at;
static unsigned a;

static void *put(void *arg) {
#ifdef GOOD
    array[at++] = a;
#else
    unsigned place = at;
    array[place] = a;
    at = place + 1;
#endif
    return arg;
}

int main(void) {
    pthread_t threads[N];
    unsigned sum = 0;
    a = __VERIFIER_nondet_uint();
    for (int n = 0; n < N; n++) {
        pthread_create(&threads[n], 0, put, 0);
    }
    for (int n = 0; n < N; n++) {
        pthread_join(threads[n], 0);
    }
    for (int n = 0; n < N; n++) {
        sum += array[n];
    }
    if (sum != N * a) {
        reach_error(); /*@error*/
    }
    return 0;
}
