// A thread pool; the idle count is read without the lock to decide whether to signal.
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static int jobs, done;
static atomic_int idle;
static int stop;
static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    for (;;) {
        while (!jobs && !stop) {
            atomic_fetch_add(&idle, 1);
            pthread_cond_wait(&wake, &lock);
            atomic_fetch_sub(&idle, 1);
        }
        if (!jobs) break;
        jobs--;
        done++;
    }
    pthread_mutex_unlock(&lock);
    return arg;
}
static void submit(void) {
#ifndef FIX
    int anybody = atomic_load(&idle) > 0;
#endif
    pthread_mutex_lock(&lock);
    jobs++;
#ifdef FIX
    int anybody = atomic_load(&idle) > 0;
#endif
    pthread_mutex_unlock(&lock);
    if (anybody) pthread_cond_signal(&wake);
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
    submit();
    pthread_mutex_lock(&lock);
    stop = 1;
#ifdef FIX
    pthread_cond_broadcast(&wake);
#else
    pthread_cond_signal(&wake);
#endif
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    return done == 1 ? 0 : 1;
}
