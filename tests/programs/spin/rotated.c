//@ cflags: -O2
//@ check: safe executions=24 representatives=1
// Compilers rotate loops: the first look at `arrived` stands before the loop. It is the loop's own: four threads arrive in
// 4! orders, and each waits for the last.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#define N 4
static atomic_int arrived;

static void *thread(void *arg) {
    atomic_fetch_add(&arrived, 1);
    while (atomic_load(&arrived) != N)
        sched_yield();
    return arg;
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, thread, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
