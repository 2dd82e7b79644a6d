// A thread ends while it holds a robust mutex. The next one unlocks that without having made it
// consistent, so that nobody can lock it any more.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mu;

static void *dies(void *unused) {
    pthread_mutex_lock(&mu);
    return unused;
}

static void *careless(void *unused) {
    int result = pthread_mutex_lock(&mu);
    assert(result == 0 || result == EOWNERDEAD);
#ifdef FIX
    if (result == EOWNERDEAD)
        pthread_mutex_consistent(&mu);
#endif
    pthread_mutex_unlock(&mu);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&mu, &attributes);
    pthread_create(&a, NULL, dies, NULL);
    pthread_create(&b, NULL, careless, NULL);
    pthread_join(a, NULL);
    int result = pthread_mutex_lock(&mu);
    assert(result == 0 || result == EOWNERDEAD);
    if (result == EOWNERDEAD)
        pthread_mutex_consistent(&mu);
    pthread_mutex_unlock(&mu);
    pthread_join(b, NULL);
    return 0;
}
