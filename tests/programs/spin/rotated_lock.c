//@ cflags: -O2
//@ check: safe executions=6 representatives=1
// As rotated.c: a lock by exchange. Three threads take it in 3! orders.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#define N 3
static atomic_int locked;
static int count;

static void *thread(void *arg) {
    while (atomic_exchange(&locked, 1))
        sched_yield();
    count++;
    atomic_store(&locked, 0);
    return arg;
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, thread, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    assert(count == N);
    return 0;
}
