//@ check: safe
// Two wait for work, and one of them is cancelled when the work is there: if it has not done it, the signal is for the other one.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int work;

static void unlock(void *arg) {
    pthread_mutex_unlock(arg);
}

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &m);
    while (!work)
        pthread_cond_wait(&c, &m); /*@wait*/
#ifdef GIVES_UP
    pthread_testcancel();
#endif
    work = 0;
    pthread_cleanup_pop(1);
    return arg;
}

int main(void) {
    pthread_t a, b;
    void *result;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    work = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_cancel(a);
    pthread_join(a, &result);
    if (result != PTHREAD_CANCELED)
        pthread_cancel(b);
    pthread_join(b, NULL); /*@join*/
    return 0;
}
