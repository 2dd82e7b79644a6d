//@ check --model auto: assertion
//@ check --model sc: safe
// As atomic.c, but the lock's functions are called through a table of them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static const struct {
    int (*lock)(pthread_mutex_t *), (*trylock)(pthread_mutex_t *), (*unlock)(pthread_mutex_t *);
} ops = { pthread_mutex_lock, pthread_mutex_trylock, pthread_mutex_unlock };
static atomic_int d;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *writes(void *arg) {
    d = 1;
    ops.lock(&m);
    ops.unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writes, 0);
    if (ops.trylock(&m))
        assert(d == 1);
    else
        ops.unlock(&m);
    pthread_join(t, 0);
    return 0;
}
