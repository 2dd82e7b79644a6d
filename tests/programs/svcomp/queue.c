//@ check --symbolic: safe
// queue. One thread puts what the input says into a ring of two places, another one takes it out again, and expects it in order.
// BAD: it looks whether there is something without the lock, so it may take before the value is there. That is a race.
#include <pthread.h>
#include <stdatomic.h>
#define ROOM 2
#define MANY 2

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ring[ROOM], stored[MANY];
static unsigned head, tail;

static void *put(void *arg) {
    for (int n = 0; n < MANY; n++) {
        pthread_mutex_lock(&lock);
        if (tail - head < ROOM) {
            ring[tail % ROOM] = stored[n];
            tail++;
        }
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *take(void *arg) {
    for (int n = 0; n < MANY;) {
#ifndef BAD
        pthread_mutex_lock(&lock);
#endif
        unsigned is_there = tail != head; /*@look*/
#ifdef BAD
        pthread_mutex_lock(&lock);
#endif
        int value = 0;
        if (is_there) {
            value = ring[head % ROOM];
            head++;
        }
        pthread_mutex_unlock(&lock);
        if (!is_there) {
            return arg;
        }
        if (value != stored[n++]) {
            reach_error();
        }
    }
    return arg;
}

int main(void) {
    pthread_t t, u;
    for (int n = 0; n < MANY; n++) {
        stored[n] = __VERIFIER_nondet_int();
    }
    pthread_create(&t, 0, put, 0);
    pthread_create(&u, 0, take, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
