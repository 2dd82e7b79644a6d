//@ check: safe
// T1 waits with m. It is woken, and has not gone on yet, when main waits with n: nobody is blocked with m any more, so POSIX allows that.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waits, go;

static void *waiter(void *arg) {
    pthread_mutex_lock(&m);
    waits = 1;
    while (!go)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    struct timespec now = { 0, 0 };
    pthread_create(&t, 0, waiter, 0);
    pthread_mutex_lock(&m);
    int seen = waits;
    go = 1;
    pthread_cond_signal(&c);
    pthread_mutex_lock(&n);
    if (seen)
        pthread_cond_timedwait(&c, &n, &now);
    pthread_mutex_unlock(&n);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
