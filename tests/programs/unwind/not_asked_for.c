//@ check: deadlock line=@again
//@ check --explorer optimal: deadlock line=@again
// Without -fexceptions pthread_exit runs no `__attribute__((cleanup))`, neither natively: the lock stays taken.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void unlock(pthread_mutex_t **lock) { pthread_mutex_unlock(*lock); }

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    __attribute__((cleanup(unlock))) pthread_mutex_t *held = &m;
    pthread_exit(arg);
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    pthread_mutex_lock(&m); /*@again*/
    return 0;
}
