#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool stop;

static bool should_stop(void) {
    pthread_mutex_lock(&lock);
    bool s = stop;
    pthread_mutex_unlock(&lock);
    return s;
}

/* Locks in each round. */
static void *poll(void *arg) {
    while (!should_stop()) { }
    return arg;
}

/* Only tries. */
static void *try_to(void *arg) {
    while (pthread_mutex_trylock(&lock) != 0) { }
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, poll, NULL);
    pthread_create(&u, NULL, try_to, NULL);
    pthread_mutex_lock(&lock);
    stop = true;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
