//@ cflags: -D_GNU_SOURCE
//@ check: safe
//@ check --model rc11: safe
// Asking until it has ended is waiting; the destructors of the thread have run then.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static int destroyed;
static pthread_key_t key;

static void destroy(void *value) {
    destroyed = 1;
}

static void *work(void *arg) {
    pthread_setspecific(key, &destroyed);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_key_create(&key, destroy);
    pthread_create(&thread, NULL, work, NULL);
    while (pthread_tryjoin_np(thread, NULL) == EBUSY)
        sched_yield();
    assert(destroyed == 1);
    return 0;
}
