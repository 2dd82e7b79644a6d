/* The worker may look at `stop`, time out and look again for ever, so that executions without a bound never end. */
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int stop, rounds;
static void *worker(void *unused) {
    (void)unused;
    struct timespec soon = {1, 0};
    pthread_mutex_lock(&m);
    while (!stop) {
        pthread_cond_timedwait(&c, &m, &soon);
        if (++rounds < 0)
            stop = 1;
    }
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&m);
    stop = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
