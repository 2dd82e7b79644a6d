//@ check: safe executions=1
//@ check --spurious=1: assertion line=@here
// Waiting without looking again is right only as long as nobody wakes without a reason.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_mutex_lock(&m);
    pthread_create(&a, NULL, worker, NULL);
    pthread_cond_wait(&c, &m);
    assert(ready); /*@here*/
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    return 0;
}
