//@ check --stub forget=0: safe
//@ check --stub forget=1: assertion line=@lost
// The owner of a robust mutex ends with it; the next one repairs the state, or forgets to.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int forget(void);
static pthread_mutex_t lock;
static int a, b, lazy;

static void *dies(void *arg) {
    if (pthread_mutex_lock(&lock) == 0)
        a = 1;
    return arg;
}

static void *repairs(void *arg) {
    int r = pthread_mutex_lock(&lock);
    if (r == EOWNERDEAD) {
        b = a;
        if (!lazy)
            pthread_mutex_consistent(&lock);
    } else {
        assert(r == 0);
        a = b = 2;
    }
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    lazy = forget();
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&lock, &attr);
    pthread_mutexattr_destroy(&attr);
    pthread_t t, u;
    pthread_create(&t, NULL, dies, NULL);
    pthread_join(t, NULL);
    pthread_create(&u, NULL, repairs, NULL);
    pthread_join(u, NULL);
    int r = pthread_mutex_lock(&lock);
    assert(r == 0); /*@lost*/
    assert(a == b);
    pthread_mutex_unlock(&lock);
    return pthread_mutex_destroy(&lock);
}
