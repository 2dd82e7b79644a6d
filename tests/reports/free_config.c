// Config reload: readers use the old config without a reference.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
struct config { int timeout; char host[16]; };
static _Atomic(struct config *) current;
#ifdef FIX
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
#endif
static struct config *load_config(int timeout, const char *host) {
    struct config *c = malloc(sizeof *c); c->timeout = timeout; strcpy(c->host, host); return c; }
static void *worker(void *arg) {
#ifdef FIX
    pthread_rwlock_rdlock(&lock);
#endif
    struct config *c = atomic_load(&current);
    assert(c->timeout > 0);
    assert(c->host[0]);
#ifdef FIX
    pthread_rwlock_unlock(&lock);
#endif
    return arg;
}
static void *reload(void *arg) {
    struct config *fresh = load_config(30, "beta");
#ifdef FIX
    pthread_rwlock_wrlock(&lock);
#endif
    struct config *old = atomic_exchange(&current, fresh);
    free(old);
#ifdef FIX
    pthread_rwlock_unlock(&lock);
#endif
    return arg;
}
int main(void) {
    atomic_init(&current, load_config(10, "alpha"));
    pthread_t w[2], r;
    pthread_create(&w[0], 0, worker, 0);
    pthread_create(&w[1], 0, worker, 0);
    pthread_create(&r, 0, reload, 0);
    pthread_join(w[0], 0);
    pthread_join(w[1], 0);
    pthread_join(r, 0);
    free(atomic_load(&current));
    return 0;
}
