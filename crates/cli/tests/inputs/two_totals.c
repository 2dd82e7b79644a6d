/* No state comes again: what is added up is compared. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long in, out;

static void *adds(void *arg) {
    for (;;) {
        pthread_mutex_lock(&lock);
        in++;
        if (in == out)
            in += 2;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, adds, NULL);
    for (;;) {
        pthread_mutex_lock(&lock);
        out += 3;
        pthread_mutex_unlock(&lock);
    }
}
