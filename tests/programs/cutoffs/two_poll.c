//@ check --explorer prefix: liveness
// Two threads poll under one lock, for what nobody sets; a third waits for ever, and takes the lock to do
// so. Where all of them wait, the rounds of the two have been cut long before.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int flag;

static void *polls(void *arg) {
    for (;;) {
        pthread_mutex_lock(&m);
        int seen = flag;
        pthread_mutex_unlock(&m);
        if (seen)
            break;
    }
    return arg;
}

static void *waits(void *arg) {
    pthread_mutex_lock(&m);
    pthread_cond_wait(&never, &m);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, polls, NULL);
    pthread_create(&b, NULL, polls, NULL);
    pthread_create(&c, NULL, waits, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
