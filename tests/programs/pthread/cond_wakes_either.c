//@ check: assertion line=@here
// Which of two waiting threads a signal wakes is not said: the second may be the one.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER, there = PTHREAD_COND_INITIALIZER;
static int waiting, first = -1, woken = -1;

static void *worker(void *arg) {
    int me = arg != NULL;
    pthread_mutex_lock(&m);
    if (first < 0)
        first = me;
    if (++waiting == 2)
        pthread_cond_signal(&there);
    pthread_cond_wait(&c, &m);
    if (woken < 0)
        woken = me;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, &m);
    pthread_mutex_lock(&m);
    while (waiting < 2)
        pthread_cond_wait(&there, &m);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(woken == first); /*@here*/
    return 0;
}
