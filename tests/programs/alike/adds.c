//@ check --explorer optimal: safe commuting=1
//@ check --no-symmetry: safe executions=120
// Nobody looks at what the additions find: 5! orders, of which one is explored. They are followed by a join, after which the sum is what it must be.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 5
#endif
static atomic_int refs;

static void *adds(void *arg) {
    atomic_fetch_add(&refs, 1);
    return 0;
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, adds, 0);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(refs == N);
    return 0;
}
