//@ check --explorer prefix: incomplete limit=clock
// A thread that waits for a second, time and again, until it is told to end: that has an end, too.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int stop;
static struct { int rounds; struct timespec until; } own;

static void *worker(void *arg) {
    pthread_mutex_lock(&mutex);
    while (!stop) {
        clock_gettime(CLOCK_REALTIME, &own.until);
        own.until.tv_sec++;
        pthread_cond_timedwait(&cond, &mutex, &own.until);
    }
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&mutex);
    stop = 1;
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&mutex);
    pthread_join(t, NULL);
    return 0;
}
