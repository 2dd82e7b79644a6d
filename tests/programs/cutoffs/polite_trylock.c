//@ check --explorer prefix: liveness message="none of them gets out"
// Each takes its own mutex, and gives it back if it cannot have the other's.
#include <pthread.h>

static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *process(void *arg) {
    long me = *(long *)arg;
    for (;;) {
        pthread_mutex_lock(&m[me]);
        if (!pthread_mutex_trylock(&m[1 - me]))
            break;
        pthread_mutex_unlock(&m[me]);
    }
    pthread_mutex_unlock(&m[1 - me]);
    pthread_mutex_unlock(&m[me]);
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
