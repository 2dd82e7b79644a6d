//@ check: assertion line=@here
// A timed wait may be woken in time.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t a;
    struct timespec until = {4000000000, 0};
    pthread_create(&a, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    assert(pthread_cond_timedwait(&c, &m, &until) == ETIMEDOUT); /*@here*/
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    return 0;
}
