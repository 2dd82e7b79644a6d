//@ check: deadlock
// Depends on who comes first.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int turn;

static void *first(void *arg) {
    pthread_mutex_lock(&m);
    if (atomic_fetch_add(&turn, 1) == 0)
        pthread_mutex_unlock(&m);
    return arg;
}

static void *second(void *arg) {
    atomic_fetch_add(&turn, 1);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
