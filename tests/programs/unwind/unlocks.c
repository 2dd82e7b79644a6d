//@ cflags: -fexceptions
//@ check: safe executions=2
//@ check --explorer source: safe
//@ check --explorer optimal: safe
//@ check --explorer unfolding: safe
//@ check --explorer rf: safe
//@ check --races explore: safe
// pthread_exit runs what `__attribute__((cleanup))` asks for, as it does natively: the lock is free again, so that main gets it. Two
// executions: main's lock comes before the worker's, or after its unlock.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int unlocks;

static void unlock(pthread_mutex_t **lock) {
    unlocks++;
    pthread_mutex_unlock(*lock);
}

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    __attribute__((cleanup(unlock))) pthread_mutex_t *held = &m;
    pthread_exit(arg);
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    assert(unlocks <= 1);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    assert(unlocks == 1);
    return 0;
}
