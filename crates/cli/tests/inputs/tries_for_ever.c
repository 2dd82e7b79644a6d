/* A failed try tells that the other thread is in its section, and orders nothing: `x = 2` races. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *holder(void *arg) {
    x = 1;
    for (;;) {
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, holder, NULL);
    for (;;)
        if (pthread_mutex_trylock(&lock))
            x = 2;
        else
            pthread_mutex_unlock(&lock);
}
