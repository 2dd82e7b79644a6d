//@ check --explorer prefix: safe
// As polite_trylock.c, but both begin with the same mutex: who has that gets the other.
#include <pthread.h>

static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *process(void *arg) {
    (void)arg;
    for (;;) {
        if (pthread_mutex_trylock(&m[0]))
            continue;
        if (!pthread_mutex_trylock(&m[1]))
            break;
        pthread_mutex_unlock(&m[0]);
    }
    pthread_mutex_unlock(&m[1]);
    pthread_mutex_unlock(&m[0]);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    long zero = 0, one = 1;
    pthread_create(&a, NULL, process, &zero);
    pthread_create(&b, NULL, process, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
