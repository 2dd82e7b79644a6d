//@ check --symbolic: safe
// sync. A place that is full or empty, with a condition variable for each; one thread fills it, another one empties it.
// BAD: the one that empties it waits without a loop, and the signal is for a place that was full before: it is given before it waits, so
// it waits for ever if the place is not full then, and the other one has ended.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER;
static int is_full, place, a;

static void *fill(void *arg) {
    pthread_mutex_lock(&lock);
    place = a;
    is_full = 1;
    pthread_cond_signal(&full);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *drain(void *arg) {
    pthread_mutex_lock(&lock);
#ifdef BAD
    pthread_cond_wait(&full, &lock); /*@wait*/
#else
    while (!is_full) {
        pthread_cond_wait(&full, &lock);
    }
#endif
    is_full = 0;
    if (place != a) {
        reach_error();
    }
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t, u;
    a = __VERIFIER_nondet_int();
    pthread_create(&t, 0, fill, 0);
    pthread_create(&u, 0, drain, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
