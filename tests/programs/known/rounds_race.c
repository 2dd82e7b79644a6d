//@ check --explorer graph --rounds 0: incomplete
//@ check --explorer graph --rounds 1: data-race
// Found by random_bounds.py (seed 70096). There is a race within no further round, and no execution has it that comes to its end within none: main starts both
// threads; t0 runs up to `x = 2`, t1 runs, reads 1 from x and then p, which t0 has written after `x = 1`. What follows in t0 is not needed.
// (In the executions that are explored, `x = 2` is performed after t1 has read x, which takes one more round.)
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static int f, p;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *t0(void *arg) {
    atomic_store(&x, 1);
    p = 1;
    atomic_store(&x, 2);
    pthread_mutex_lock(&m);
    f = 3;
    pthread_mutex_unlock(&m);
    return arg;
}

static void *t1(void *arg) {
    int seen;
    pthread_mutex_lock(&m);
    seen = f;
    f = 4;
    pthread_mutex_unlock(&m);
    if (seen != 2) {
        seen = atomic_load(&x);
        if (seen != 0)
            seen = p;
    }
    (void)seen;
    return arg;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, t0, 0);
    pthread_create(&t[1], 0, t1, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
