// A table with a session, whose references are counted: a request may look at the count after the session is gone. With -DFIX the
// table has a lock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct session { atomic_int refs; int id; };
static _Atomic(struct session *) table;
#ifdef FIX
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define LOCK() pthread_mutex_lock(&lock)
#define UNLOCK() pthread_mutex_unlock(&lock)
#else
#define LOCK()
#define UNLOCK()
#endif

static struct session *session_get(void) {
    LOCK();
    struct session *s = atomic_load(&table);
    if (s) {
        int n = atomic_load(&s->refs);
        while (!atomic_compare_exchange_weak(&s->refs, &n, n + 1))
            ;
    }
    UNLOCK();
    return s;
}
static void session_put(struct session *s) {
    if (atomic_fetch_sub(&s->refs, 1) == 1) free(s);
}
static void *request(void *arg) {
    struct session *s = session_get();
    if (s) {
        assert(s->id == 7);
        session_put(s);
    }
    return arg;
}
static void *logout(void *arg) {
    LOCK();
    struct session *s = atomic_exchange(&table, NULL);
    UNLOCK();
    if (s) session_put(s);
    return arg;
}
int main(void) {
    struct session *s = malloc(sizeof *s);
    atomic_init(&s->refs, 1);
    s->id = 7;
    atomic_init(&table, s);
    pthread_t t[3];
    pthread_create(&t[0], 0, request, 0);
    pthread_create(&t[1], 0, request, 0);
    pthread_create(&t[2], 0, logout, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    return 0;
}
