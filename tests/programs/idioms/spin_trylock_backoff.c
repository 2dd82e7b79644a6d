//@ check: safe
// Two locks in either order, the second by trylock with going back: no deadlock. Both may give up: attempts are bounded.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int both, gave_up[2];

static void take(pthread_mutex_t *first, pthread_mutex_t *second, int *failures) {
    for (int attempt = 0; attempt < 2; attempt++) {
        pthread_mutex_lock(first);
        if (pthread_mutex_trylock(second) == 0) {
            both++;
            pthread_mutex_unlock(second);
            pthread_mutex_unlock(first);
            return;
        }
        pthread_mutex_unlock(first);
    }
    ++*failures;
}

static void *run(void *arg) {
    take(&b, &a, &gave_up[1]);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    take(&a, &b, &gave_up[0]);
    pthread_join(t, NULL);
    assert(both + gave_up[0] + gave_up[1] == 2);
    return 0;
}
