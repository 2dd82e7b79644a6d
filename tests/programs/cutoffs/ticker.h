// A thread that goes on for ever, whatever the others do.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t clock_lock = PTHREAD_MUTEX_INITIALIZER;
static int second;

static void *ticker(void *arg) {
    for (;;) {
        pthread_mutex_lock(&clock_lock);
        second = (second + 1) % 3;
        pthread_mutex_unlock(&clock_lock);
    }
    return arg;
}
