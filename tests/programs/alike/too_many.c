//@ check --explorer optimal --stub more=0: deadlock
//@ check --stub more=0: deadlock
//@ check --stub more=1 --explorer optimal: assertion line=@bug
//@ check --stub more=1: assertion line=@bug
// Three threads at a barrier for two: who meets whom depends on the order in which they arrive, and one is left over. With `more` a fourth comes, so that nobody is; main and the
// first then meet in some of the orders only.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int more(void);
static pthread_barrier_t b;
static atomic_int before, seen;

static void *first(void *arg) {
    before = 1;
    pthread_barrier_wait(&b);
    return 0;
}

static void *meets(void *arg) {
    pthread_barrier_wait(&b);
    return 0;
}

int main(void) {
    pthread_t t[3];
    int n = more() ? 3 : 2;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&t[0], 0, first, 0);
    for (int i = 1; i < n; i++)
        pthread_create(&t[i], 0, meets, 0);
    pthread_barrier_wait(&b);
    seen = before;
    for (int i = 0; i < n; i++)
        pthread_join(t[i], 0);
    if (n == 3)
        assert(seen); /*@bug*/
    return 0;
}
