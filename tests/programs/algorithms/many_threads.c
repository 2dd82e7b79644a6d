//@ check: safe executions=1 graph-only
// Twenty threads that share nothing.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define N 20

static void *worker(void *arg) {
    int *p = arg;
    for (int i = 0; i < 10; i++)
        *p += i;
    return NULL;
}

int main(void) {
    pthread_t t[N];
    int sums[N] = {0};
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, worker, &sums[i]);
    for (int i = 0; i < N; i++) {
        pthread_join(t[i], NULL);
        assert(sums[i] == 45);
    }
    return 0;
}
