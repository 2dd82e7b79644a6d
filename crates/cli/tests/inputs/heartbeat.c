/* Beats until it is told to stop; waits with a time limit in between. */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t told = PTHREAD_COND_INITIALIZER;
static bool stop;
static int beat;

static void *heart(void *arg) {
    pthread_mutex_lock(&lock);
    while (!stop) {
        struct timespec then;
        clock_gettime(CLOCK_REALTIME, &then);
#ifdef PARITY
        beat = then.tv_sec & 1;
#endif
        then.tv_sec++;
        if (pthread_cond_timedwait(&told, &lock, &then) == ETIMEDOUT)
            beat = (beat + 1) % 3;
    }
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, heart, NULL);
    pthread_mutex_lock(&lock);
    stop = true;
    pthread_cond_signal(&told);
    pthread_mutex_unlock(&lock);
    return pthread_join(t, NULL);
}
