//@ check --explorer optimal: safe
//@ check: safe
// What puts one addition before the other also has what was written before the first there for who has made the second.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int n, turn;
static int d;

static void *writes(void *arg) {
    d = 1;
    atomic_fetch_add(&n, 1);
    turn = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writes, 0);
    if (turn) {
        atomic_fetch_add(&n, 1);
        assert(d == 1);
    }
    pthread_join(t, 0);
    return 0;
}
