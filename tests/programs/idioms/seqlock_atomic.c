//@ check --model sc --stub skip_check=0: safe
//@ check --model sc --stub skip_check=1: assertion
// A sequence lock whose data are atomic; without the second look at the counter a reader sees half of an update. Rounds that
// change nothing end as waits.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int skip_check(void);
static atomic_uint seq;
static atomic_int x, y;
static int skip;

static void *writer(void *arg) {
    atomic_fetch_add(&seq, 1);
    x = 1;
    y = 1;
    atomic_fetch_add(&seq, 1);
    return arg;
}

static void *reader(void *arg) {
    unsigned before;
    int a, b;
    do {
        before = seq;
        a = x;
        b = y;
    } while (!skip && ((before & 1) || before != seq));
    assert(a == b);
    return arg;
}

int main(void) {
    skip = skip_check();
    pthread_t w, r;
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r, NULL, reader, NULL);
    pthread_join(w, NULL);
    pthread_join(r, NULL);
    return 0;
}
