//@ check --explorer prefix --fairness strong: safe note=starvation
// Who has one lock and does not get the other one gives the first one back. The other thread needs only the second one.
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void *both(void *arg) {
    for (;;) {
        for (;;) {
            pthread_mutex_lock(&first);
            if (pthread_mutex_trylock(&second) == 0)
                break;
            pthread_mutex_unlock(&first);
        }
        pthread_mutex_unlock(&second);
        pthread_mutex_unlock(&first);
    }
    return arg;
}

static void *one(void *arg) {
    for (;;) {
        pthread_mutex_lock(&second);
        pthread_mutex_unlock(&second);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, both, NULL);
    pthread_create(&b, NULL, one, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
