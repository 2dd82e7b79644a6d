//@ cflags: -O2
//@ check: liveness line=@waits
// As rotated.c, but who arrives last does not count: nobody ends the wait.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int arrived;

static void *thread(void *arg) {
    if (arg)
        atomic_fetch_add(&arrived, 1);
    while (atomic_load(&arrived) != 2) /*@waits*/
        sched_yield();
    return arg;
}

int main(void) {
    pthread_t a, b;
    static int one;
    pthread_create(&a, NULL, thread, &one);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
