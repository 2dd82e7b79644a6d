//@ check: sync-misuse line=@here message="waits"
// The thread may be waiting when main destroys what it waits for.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting;

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    waiting = 1;
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    if (waiting)
        pthread_cond_destroy(&c); /*@here*/
    return 0;
}
