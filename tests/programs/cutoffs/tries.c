//@ check --explorer prefix: safe
//@ check --explorer unfolding --cutoffs: incomplete unsupported="operations that fail or only ask"
//@ check --explorer states: incomplete unsupported="operations that fail or only ask"
// Two threads try for ever.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *tries(void *arg) {
    for (;;)
        if (!pthread_mutex_trylock(&m))
            pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, tries, NULL);
    pthread_create(&b, NULL, tries, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
