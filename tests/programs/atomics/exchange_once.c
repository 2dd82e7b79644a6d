//@ check: safe executions=6
// Three exchanges in any of 3! orders: each value but the last comes out once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int got[3];

static void *worker(void *arg) {
    int n = *(int *)arg;
    got[n] = atomic_exchange(&x, n + 1);
    return NULL;
}

int main(void) {
    pthread_t t[3];
    int number[3] = {0, 1, 2};
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, worker, &number[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(got[0] + got[1] + got[2] + x == 6);
    return 0;
}
