//@ check --explorer optimal: safe commuting=1
//@ check --no-symmetry: safe executions=24
// Each thread turns its own bit, and nobody looks at what was there. (Of `atomic_fetch_or` the orders are told apart: the second of two
// that set the same bit changes nothing.)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 4
static atomic_uint bits;

static void *flips(void *arg) {
    atomic_fetch_xor(&bits, *(unsigned *)arg);
    return 0;
}

int main(void) {
    pthread_t t[N];
    unsigned bit[N];
    for (int i = 0; i < N; i++) {
        bit[i] = 1u << i;
        pthread_create(&t[i], 0, flips, &bit[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(bits == (1u << N) - 1);
    return 0;
}
