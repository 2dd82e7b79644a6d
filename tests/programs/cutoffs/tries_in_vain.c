//@ check --model sc --explorer prefix: liveness line=@loop
// `tries` goes round for ever, and `main` waits for it. A try that has failed, and the look after it, are a round in vain; when the lock is free by then, that is
// out of date. The state before such a look is not the same as after a try that has not failed.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int busy = 1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *tries(void *arg) {
    do {
        if (pthread_mutex_trylock(&mutex) == 0) /*@loop*/
            pthread_mutex_unlock(&mutex);       /*@loop*/
    } while (busy); /*@loop*/
    return arg;
}

static void *locks(void *arg) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, tries, NULL);
    pthread_create(&b, NULL, locks, NULL);
#ifdef SETS
    busy = 0;
#endif
    pthread_join(b, NULL);
    pthread_join(a, NULL);
    return 0;
}
