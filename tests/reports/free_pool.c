// A connection pool with counted references: `put` reads the count again after it has decremented it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct conn { atomic_int refs; int fd; int requests; };
struct pool { pthread_mutex_t lock; struct conn *free[2]; int count; };
static struct pool pool = { .lock = PTHREAD_MUTEX_INITIALIZER };
static struct conn *get(void) {
    pthread_mutex_lock(&pool.lock);
    struct conn *c = pool.count > 0 ? pool.free[pool.count - 1] : NULL;
    if (c) atomic_fetch_add(&c->refs, 1);
    pthread_mutex_unlock(&pool.lock);
    return c;
}
static void put(struct conn *c) {
#ifdef FIX
    if (atomic_fetch_sub(&c->refs, 1) == 1)
        free(c);
#else
    atomic_fetch_sub(&c->refs, 1);
    if (atomic_load(&c->refs) == 0)
        free(c);
#endif
}
static void *client(void *arg) {
    struct conn *c = get();
    if (c) put(c);
    return arg;
}
static void *closer(void *arg) {
    pthread_mutex_lock(&pool.lock);
    struct conn *c = pool.count > 0 ? pool.free[--pool.count] : NULL;
    pthread_mutex_unlock(&pool.lock);
    if (c) put(c);
    return arg;
}
int main(void) {
    struct conn *c = calloc(1, sizeof *c);
    atomic_init(&c->refs, 1);
    pool.free[pool.count++] = c;
    pthread_t t[3];
    pthread_create(&t[0], 0, client, 0);
    pthread_create(&t[1], 0, client, 0);
    pthread_create(&t[2], 0, closer, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    return 0;
}
