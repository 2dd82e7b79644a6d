//@ check: safe
// Woken when it is cancelled, the thread waits once more, and cannot be cancelled there.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, is_disabled;

static void unlock(void *arg) {
    pthread_mutex_unlock(arg);
}

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &m);
    while (ready < 1)
        pthread_cond_wait(&c, &m);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    is_disabled = 1;
    while (ready < 2)
        pthread_cond_wait(&c, &m);
    pthread_cleanup_pop(1);
    return arg;
}

static void *cancels(void *arg) {
    pthread_cancel(*(pthread_t *)arg);
    return arg;
}

int main(void) {
    pthread_t a, b;
    void *result;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, cancels, &a);
    for (int i = 1; i <= 2; i++) {
        pthread_mutex_lock(&m);
        ready = i;
        pthread_cond_signal(&c);
        pthread_mutex_unlock(&m);
    }
    pthread_join(b, NULL);
    pthread_join(a, &result);
    assert(is_disabled == (result != PTHREAD_CANCELED));
    return 0;
}
