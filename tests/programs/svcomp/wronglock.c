//@ check --symbolic: data-race
//@ check --symbolic --races explore: assertion line=@lost
// wronglock. Two threads add to a number, each under a lock, but not the same one: what one adds is lost, unless that is 0.
// GOOD: one lock.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static unsigned a, sum;

static void add(pthread_mutex_t *lock) {
    pthread_mutex_lock(lock);
    unsigned before = sum;
    sum = before + a;
    pthread_mutex_unlock(lock);
}

static void *first(void *arg) {
    add(&one);
    return arg;
}

static void *second(void *arg) {
#ifdef GOOD
    add(&one);
#else
    add(&two);
#endif
    return arg;
}

int main(void) {
    pthread_t t, u;
    a = __VERIFIER_nondet_uint();
    pthread_mutex_init(&two, 0);
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    if (sum != 2 * a) {
        reach_error(); /*@lost*/
    }
    return 0;
}
