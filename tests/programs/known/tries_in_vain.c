//@ check --model sc --explorer prefix: safe
// `tries` goes round for ever, and `main` waits for it: that ought to be `liveness`, as it is with `while (busy) { ... }`. A try that has failed, and the look
// after it, are a round in vain. When the lock is free, what the thread has seen is out of date: the thread goes no further in the graph of states, but would. The
// state before such a look is the same whether the try before has failed or not, and the graph has gone on from it after one that has.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int busy = 1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *tries(void *arg) {
    do {
        if (pthread_mutex_trylock(&mutex) == 0)
            pthread_mutex_unlock(&mutex);
    } while (busy);
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
    pthread_join(b, NULL);
    pthread_join(a, NULL);
    return 0;
}
