//@ cflags: -fexceptions
//@ check: safe
//@ check --explorer source: safe
//@ check --explorer optimal: safe
//@ check --explorer unfolding: safe
//@ check --races explore: safe
// What a cleanup does can take long: it waits for another thread, in a loop and at a lock, calls functions, and is at the
// same time in an outer cleanup's call.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int go;
static int sum;

static void add(int n) {
    pthread_mutex_lock(&m);
    sum += n;
    pthread_mutex_unlock(&m);
}

static void last(int *n) { add(*n); }

static void first(int *n) {
    __attribute__((cleanup(last))) int ten = 10;
    while (!atomic_load(&go))
        ;
    add(*n);
}

static void leave(void) {
    __attribute__((cleanup(first))) int one = 1;
    pthread_exit(NULL);
}

static void *leaves(void *arg) {
    __attribute__((cleanup(last))) int hundred = 100;
    leave();
    return arg;
}

static void *helps(void *arg) {
    add(1000);
    atomic_store(&go, 1);
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, leaves, NULL);
    pthread_create(&u, NULL, helps, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(sum == 1111);
    return 0;
}
