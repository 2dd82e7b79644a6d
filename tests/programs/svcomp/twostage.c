//@ check --symbolic: assertion line=@error
// twostage. A number under one lock, and what follows from it under another one. Between the two sections of the writer, a reader sees
// the one without the other. It does not if the second is right already: ~0 + 1 is 0. GOOD: one section.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static unsigned a, first, second;

static void *set(void *arg) {
    pthread_mutex_lock(&one);
    first = a;
#ifndef GOOD
    pthread_mutex_unlock(&one);
#endif
    pthread_mutex_lock(&two);
    second = a + 1;
    pthread_mutex_unlock(&two);
#ifdef GOOD
    pthread_mutex_unlock(&one);
#endif
    return arg;
}

static void *get(void *arg) {
    pthread_mutex_lock(&one);
    unsigned seen = first;
    pthread_mutex_unlock(&one);
    if (seen == 0) {
        return arg;
    }
    pthread_mutex_lock(&two);
    unsigned then = second;
    pthread_mutex_unlock(&two);
    if (then != seen + 1) {
        reach_error(); /*@error*/
    }
    return arg;
}

int main(void) {
    pthread_t t, u;
    a = __VERIFIER_nondet_uint();
    pthread_create(&t, 0, set, 0);
    pthread_create(&u, 0, get, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
