//@ check --explorer prefix: deadlock message="T1 first and T2 second wait for each other"
//@ check --explorer unfolding --cutoffs: deadlock message="T1 first and T2 second wait for each other"
// Two threads wait for each other; a third one goes on for ever.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ticks;

static void *first(void *arg) {
    for (;;) {
        pthread_mutex_lock(&a);
        pthread_mutex_lock(&b);
        pthread_mutex_unlock(&b);
        pthread_mutex_unlock(&a);
    }
    return arg;
}

static void *second(void *arg) {
    for (;;) {
        pthread_mutex_lock(&b);
        pthread_mutex_lock(&a);
        pthread_mutex_unlock(&a);
        pthread_mutex_unlock(&b);
    }
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    for (;;)
        ticks = !ticks;
}
